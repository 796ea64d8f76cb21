package traceglass.render.mark;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.marks.Wakeup;
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
import traceglass.render.scene.Placement;

/// Wakeup of the selected thread, px of the control. A vertical line with a diamond at the waker leads from its
/// row to the row of the woken thread. From there, an arrow with two heads spans the scheduling latency.
///
/// @param wakeX position of the wakeup
/// @param runX position at which the thread starts to run; at most just outside the control
/// @param wakerY middle of the row of the waker; that of the woken thread if the waker has none
/// @param y middle of the row of the woken thread
/// @param hasWaker whether the waker has a row
/// @param pill the scheduling latency
public record WakeupArrow(double wakeX, double runX, double wakerY, double y, boolean hasWaker, DurationPill pill)
        implements Box {

    /// Distance from the time area beyond which nothing of the arrow is visible.
    private static final double OUTSIDE = 50;
    /// Distance from the control at which the arrow is cut.
    private static final double CUT = 20;
    /// Distance between the wakeup and a pill to its left.
    private static final double PILL_GAP = 5;
    /// Part of the arrow that must be visible next to a pill on it.
    private static final double PILL_ROOM = 16;

    static List<WakeupArrow> place(Placement placement) {
        WakeupArrow arrow = of(placement);
        return arrow == null ? List.of() : List.of(arrow);
    }

    /// Arrow of the current wakeup, or null if there is none, or it is not visible.
    private static @Nullable WakeupArrow of(Placement placement) {
        TimelineModel model = placement.model();
        Wakeup wakeup = model.marks().wakeup();
        if (wakeup == null || !(model.selection() instanceof TimelineSelection.Event event)) {
            return null;
        }
        Row woken =
                model.layout().row(wakeup.ownTrack().isEmpty() ? event.item().trackKey() : wakeup.ownTrack());
        if (woken == null) {
            return null;
        }
        Geometry geometry = model.geometry();
        double wakeX = placement.snap(model.x(wakeup.wakeTs()));
        double runX = model.x(wakeup.runTs());
        if (wakeX > geometry.width() + OUTSIDE || runX < geometry.timeX() - OUTSIDE) {
            return null;
        }
        runX = Math.min(runX, geometry.width() + CUT);
        Row waker = wakeup.wakerTrack().isEmpty() ? null : model.layout().row(wakeup.wakerTrack());
        double y = middle(model, woken);
        return new WakeupArrow(
                wakeX,
                runX,
                waker == null ? y : middle(model, waker),
                y,
                waker != null,
                pill(model, wakeX, runX, y, model.times().duration(wakeup.runTs() - wakeup.wakeTs())));
    }

    private static double middle(TimelineModel model, Row row) {
        return model.top(row, false) + row.height() / 2;
    }

    /// Places the pill on the arrow, or to its left if the arrow is too short.
    private static DurationPill pill(TimelineModel model, double from, double to, double y, String text) {
        double width = DurationPill.width(model, text);
        boolean fits = to - from > width + PILL_ROOM;
        double left = fits ? (from + to - width) / 2 : from - width - PILL_GAP;
        return new DurationPill(text, left, y, width, DurationPill.halfHeight(model));
    }

    @Override
    public Layer layer() {
        return Layer.WAKEUP;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        Tokens tokens = context.tokens();
        double top = Math.min(y, wakerY);
        double height = Math.abs(y - wakerY);
        drawing.rect(Palette.fade(tokens.halo(), .8), wakeX - 1, top, 3.5, height);
        drawing.rect(tokens.accent(), wakeX, top, 1.5, height);
        if (hasWaker) {
            double[] xs = {wakeX - 5, wakeX + .75, wakeX + 6.5, wakeX + .75};
            double[] ys = {wakerY, wakerY - 7, wakerY, wakerY + 7};
            drawing.fill(tokens.accent());
            drawing.polygon(xs, ys);
        }
        drawing.fill(tokens.accent());
        if (runX - wakeX > 8) {
            drawing.rect(wakeX, y - .75, runX - wakeX, 1.5);
            drawing.polygon(new double[] {wakeX, wakeX + 5, wakeX + 5}, new double[] {y, y - 3.5, y + 3.5});
            drawing.polygon(new double[] {runX, runX - 5, runX - 5}, new double[] {y, y - 3.5, y + 3.5});
        }
        pill.paint(context, drawing);
    }
}
