package traceglass.render.mark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Placement;

/// Mark next to the scroll bar at the position of a row in the whole tree.
///
/// @param reason why the row is marked
/// @param left left edge, px of the control
/// @param top top edge
record ScrollMark(Reason reason, double left, double top) implements Box {

    private static final double WIDTH = 7;
    private static final double HEIGHT = 2;
    private static final double RIGHT_MARGIN = 8;

    /// Reasons to mark a row; later ones are painted over earlier ones.
    enum Reason {
        LOST_DATA,
        SEARCH_HIT,
        SELECTION
    }

    static List<ScrollMark> place(Placement placement) {
        TimelineModel model = placement.model();
        Geometry geometry = model.geometry();
        List<ScrollMark> marks = new ArrayList<>();
        if (model.layout().height() <= geometry.tracksHeight()) {
            return marks;
        }
        addAll(Reason.LOST_DATA, model.marks().losses().tracks(), model, marks);
        addAll(Reason.SEARCH_HIT, model.marks().hitTracks(), model, marks);
        if (model.selection() instanceof TimelineSelection.Event event) {
            add(Reason.SELECTION, model.layout().row(event.item().trackKey()), model, marks);
        }
        return marks;
    }

    private static void addAll(Reason reason, Set<String> keys, TimelineModel model, List<ScrollMark> marks) {
        Set<@Nullable String> shown = new HashSet<>();
        for (String key : keys) {
            // A track hidden in a closed group is marked at the group.
            shown.add(model.layout().row(key) != null ? key : model.visibleGroupOf(key));
        }
        for (String key : shown) {
            add(reason, key == null ? null : model.layout().row(key), model, marks);
        }
    }

    private static void add(Reason reason, @Nullable Row row, TimelineModel model, List<ScrollMark> marks) {
        if (row != null) {
            Geometry geometry = model.geometry();
            Layout layout = model.layout();
            double scale = geometry.tracksHeight() / layout.height();
            double middle = Math.round(geometry.tracksTop() + (row.y() + row.height() / 2) * scale);
            marks.add(new ScrollMark(reason, geometry.width() - RIGHT_MARGIN, middle - HEIGHT / 2));
        }
    }

    @Override
    public Layer layer() {
        return Layer.SCROLL_BAR;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        int color = switch (reason) {
            case LOST_DATA -> context.tokens().error();
            case SEARCH_HIT -> context.tokens().warn();
            case SELECTION -> context.tokens().accent();
        };
        drawing.rect(color, left, top, WIDTH, HEIGHT);
    }
}
