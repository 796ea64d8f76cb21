package traceglass.render.scene;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Selected area, px of the control. Edges far outside of the control are moved next to it.
///
/// @param left left edge
/// @param right right edge
/// @param pinned its parts on pinned rows, from the top
/// @param rows its parts on other rows, from the top
public record AreaBox(double left, double right, List<Section> pinned, List<Section> rows) {

    /// An end of the area.
    public enum Edge {
        START,
        END
    }

    /// Adjacent rows of the area. The header of a group is included if any of its tracks is.
    public record Section(double top, double bottom) {}

    /// Distance in px at which an edge can still be hit.
    private static final double REACH = 5;
    /// Distance from the time area beyond which the position of an edge does not matter, px.
    private static final double OUTSIDE_PX = 20;
    /// Distance below the control up to which rows are looked at, so that the lower edge of a section is not there, px.
    private static final double ROWS_BELOW_PX = 40;

    public AreaBox {
        pinned = List.copyOf(pinned);
        rows = List.copyOf(rows);
    }

    static @Nullable AreaBox of(TimelineModel model) {
        return model.selection() instanceof TimelineSelection.Area area ? of(model, area) : null;
    }

    private static AreaBox of(TimelineModel model, TimelineSelection.Area area) {
        Geometry geometry = model.geometry();
        double from = geometry.timeX() - OUTSIDE_PX;
        double to = geometry.width() + OUTSIDE_PX;
        Set<String> keys = area.trackKeys();
        return new AreaBox(
                Math.clamp(model.x(area.span().start()), from, to),
                Math.clamp(model.x(area.span().end()), from, to),
                sections(model, model.layout().pinned(), keys, 0, true, geometry.tracksTop()),
                sections(
                        model,
                        model.layout().rows(),
                        keys,
                        model.layout().indexAt(model.scrollY()),
                        false,
                        geometry.height()));
    }

    private static List<Section> sections(
            TimelineModel model, List<Row> rows, Set<String> keys, int from, boolean isPinned, double end) {
        List<Section> sections = new ArrayList<>();
        if (keys.isEmpty()) {
            return sections;
        }
        double open = Double.NaN;
        double bottom = 0;
        // The row before the first visible one decides whether a section extends above the edge.
        for (int i = Math.max(0, from - 1); i <= rows.size(); i++) {
            Row row = i < rows.size() ? rows.get(i) : null;
            double top = row == null ? Double.POSITIVE_INFINITY : model.top(row, isPinned);
            boolean isInArea =
                    row != null && top < end + ROWS_BELOW_PX && AreaCheck.of(row.node(), keys) != AreaCheck.OFF;
            if (isInArea && Double.isNaN(open)) {
                open = top;
            }
            if (!isInArea && !Double.isNaN(open)) {
                sections.add(new Section(open, bottom));
                open = Double.NaN;
            }
            if (row == null || top > end + ROWS_BELOW_PX) {
                break;
            }
            bottom = top + row.height();
        }
        return sections;
    }

    /// Edge at a position, or null. Where both are near, it is the nearer one, so that an area without length can be
    /// extended to the right.
    public @Nullable Edge edgeAt(double x) {
        double toLeft = Math.abs(x - left);
        double toRight = Math.abs(x - right);
        if (toRight <= REACH && toRight <= toLeft) {
            return Edge.END;
        }
        return toLeft <= REACH ? Edge.START : null;
    }
}
