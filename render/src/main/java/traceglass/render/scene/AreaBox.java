package traceglass.render.scene;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Selected area, px of the control. Edges far outside the control are moved next to it.
///
/// @param left left edge
/// @param right right edge
/// @param pinned its parts on pinned rows, from the top
/// @param rows its parts on other rows, from the top
/// @param hasTracks whether it has tracks; otherwise it is a range of time only
public record AreaBox(double left, double right, List<Section> pinned, List<Section> rows, boolean hasTracks)
        implements Box {

    /// An end of the area.
    public enum Edge {
        START,
        END
    }

    /// Adjacent rows of the area. The header of a group is included if any of its tracks is.
    public record Section(double top, double bottom) {}

    /// Distance in px at which an edge can still be hit.
    private static final double HIT_DISTANCE = 5;
    /// Distance from the time area beyond which the position of an edge does not matter, px.
    private static final double OUTSIDE_PX = 20;
    /// Distance below the control up to which rows are included, px. The lower edge of a section that continues
    /// below the control is therefore not visible.
    private static final double ROWS_BELOW_PX = 40;

    public AreaBox {
        pinned = List.copyOf(pinned);
        rows = List.copyOf(rows);
    }

    /// Places the selected area, if there is one.
    public static List<AreaBox> place(Placement placement) {
        return placement.model().selection() instanceof TimelineSelection.Area area
                ? List.of(of(placement.model(), area))
                : List.of();
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
                        geometry.height()),
                !keys.isEmpty());
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
        if (toRight <= HIT_DISTANCE && toRight <= toLeft) {
            return Edge.END;
        }
        return toLeft <= HIT_DISTANCE ? Edge.START : null;
    }

    @Override
    public Layer layer() {
        return Layer.AREA;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        Geometry geometry = context.geometry();
        Tokens tokens = context.tokens();
        double x1 = drawing.snap(left);
        double x2 = drawing.snap(right);
        if (!hasTracks) {
            drawing.rect(
                    Palette.fade(tokens.selection(), .6),
                    x1,
                    geometry.headerHeight(),
                    x2 - x1,
                    geometry.height() - geometry.headerHeight());
            drawing.rect(tokens.accent(), x1 - .5, geometry.notesTop(), 1, geometry.height());
            drawing.rect(x2 - .5, geometry.notesTop(), 1, geometry.height());
            return;
        }
        drawing.fill(Palette.fade(tokens.accent(), .35));
        drawing.rect(x1 - .5, geometry.notesTop(), 1, geometry.height());
        drawing.rect(x2 - .5, geometry.notesTop(), 1, geometry.height());
        for (boolean isPinned : new boolean[] {true, false}) {
            double top = isPinned ? geometry.headerHeight() : geometry.tracksTop();
            double bottom = isPinned ? geometry.tracksTop() : geometry.height();
            drawing.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, bottom - top));
            for (Section section : isPinned ? pinned : rows) {
                paint(section, x1, x2, context, drawing);
            }
            drawing.unclip();
        }
    }

    private static void paint(Section section, double x1, double x2, PaintContext context, Drawing drawing) {
        double top = section.top();
        double bottom = section.bottom();
        drawing.rect(context.tokens().selection(), x1, top, x2 - x1, bottom - top);
        drawing.fill(context.tokens().accent());
        drawing.rect(x1, top, x2 - x1, 1);
        drawing.rect(x1, bottom - 1, x2 - x1, 1);
        double visibleTop = Math.max(top, context.geometry().headerHeight());
        double middle = (visibleTop + Math.min(bottom, context.geometry().height())) / 2;
        for (double x : new double[] {x1, x2}) {
            drawing.rect(x - 1, top, 2, bottom - top);
            drawing.roundRect(x - 3, middle - 12, 6, 24, 3);
        }
    }
}
