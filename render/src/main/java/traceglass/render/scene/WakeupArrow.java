package traceglass.render.scene;

import org.jspecify.annotations.Nullable;
import traceglass.analysis.marks.Wakeup;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Wakeup of the selected thread, px of the control: a vertical line from the row of the waker to the row of the
/// woken thread, and from there an arrow across the scheduling latency.
///
/// @param wakeX position of the wakeup
/// @param runX position at which the thread starts to run; at most just outside of the control
/// @param wakerY middle of the row of the waker; that of the woken thread if the waker has none
/// @param y middle of the row of the woken thread
/// @param hasWaker whether the waker has a row
/// @param pill the scheduling latency
public record WakeupArrow(double wakeX, double runX, double wakerY, double y, boolean hasWaker, DurationPill pill) {

    /// Distance from the time area beyond which nothing of the arrow is visible.
    private static final double OUTSIDE = 50;
    /// Distance from the control at which the arrow is cut.
    private static final double CUT = 20;
    private static final double PILL_HALF = 9;
    /// Distance between the wakeup and a pill to its left.
    private static final double PILL_GAP = 5;
    /// Part of the arrow that must be visible next to a pill on it.
    private static final double PILL_ROOM = 16;

    /// Arrow of the current wakeup, or null if there is none, or it is not visible.
    static @Nullable WakeupArrow of(TimelineModel model, EventBoxes boxes) {
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
        double wakeX = boxes.snap(model.x(wakeup.wakeTs()));
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
        return new DurationPill(text, left, y, width, PILL_HALF);
    }
}
