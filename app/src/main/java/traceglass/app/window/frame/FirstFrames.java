package traceglass.app.window.frame;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import traceglass.render.TimelineView;

/// Reports when content is shown on the screen, so that background work can start after the first frame of a window
/// or trace instead of competing with it. Used on the JavaFX thread.
public final class FirstFrames {

    /// Number of pulses until the current layout is on the screen. The renderer receives it at the end of the
    /// first pulse, renders it by the end of the second, and copies it to the screen before the third.
    private static final int PULSES = 3;
    /// Time limit for a timeline that is never painted, for example because another page is shown.
    private static final long TIMEOUT_MS = 2000;

    private FirstFrames() {}

    /// Returns a future that completes on the JavaFX thread when the next layout is shown on the screen.
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

    /// Returns a future that completes on any thread when the tracks of a timeline are shown on the screen, or
    /// after a time limit.
    public static CompletableFuture<Void> timeline(TimelineView view) {
        return view.whenDrawn().thenCompose(_ -> next()).completeOnTimeout(null, TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }
}
