package traceglass.render.input;

import org.jspecify.annotations.Nullable;
import traceglass.render.box.TooltipText;

/// Feedback to the pointer in addition to painting: cursor and tooltip, and delayed actions for them.
public interface PointerFeedback {

    /// Runs an action after a delay, on the thread of the timeline.
    interface Delay {

        /// Starts the delay, or starts it again.
        void restart();

        void stop();
    }

    /// Reports the time under the pointer in ns, or null if it is not over the tracks or the axis.
    void time(@Nullable Long ts);

    void cursor(CursorShape shape);

    /// Shows a tooltip next to a point of the timeline.
    void showTooltip(TooltipText text, double x, double y);

    void hideTooltip();

    boolean isTooltipShown();

    Delay delay(long millis, Runnable action);

    /// Runs an action on the thread of the timeline. Called from any thread.
    void later(Runnable action);
}
