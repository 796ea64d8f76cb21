package traceglass.app.window.frame;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import traceglass.render.TimelineView;

/// Reports when something is shown on the screen, so that background work can start after the first frame of a window
/// or trace instead of competing with it. Used on the JavaFX thread.
public final class FirstFrames {

    /// The layout of this pulse is handed to the painter at its end. The next pulse ends when that is painted, and
    /// the one after it runs after the copy to the screen.
    private static final int PULSES = 3;
    /// Limit for a timeline that is never painted, for example because another page is shown.
    private static final long LONGEST_MS = 2000;

    private FirstFrames() {}

    /// Completes on the JavaFX thread when the next layout is shown on the screen.
    public static CompletableFuture<Void> next() {
        CompletableFuture<Void> painted = new CompletableFuture<>();
        new AnimationTimer() {
            private int pulses;

            @Override
            public void handle(long now) {
                if (++pulses == PULSES) {
                    stop();
                    painted.complete(null);
                }
            }
        }.start();
        return painted;
    }

    /// Completes on any thread when the tracks of a timeline are shown on the screen, or after a time limit.
    public static CompletableFuture<Void> timeline(TimelineView view) {
        return view.whenDrawn().thenCompose(_ -> next()).completeOnTimeout(null, LONGEST_MS, TimeUnit.MILLISECONDS);
    }
}
