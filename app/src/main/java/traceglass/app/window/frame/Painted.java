package traceglass.app.window.frame;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import traceglass.render.TimelineView;

/// Tells when something is on the screen, without waiting for it: what would only take a processor from the first
/// picture of a window or of a trace begins after that. Used on the JavaFX thread.
public final class Painted {

    /// What this pulse lays out is handed to the painter at its end. The next one ends when that is painted, and
    /// the one after it comes behind the copy to the screen.
    private static final int PULSES = 3;
    /// Of a timeline that nobody sees, as when another page is shown meanwhile, nothing is painted.
    private static final long LONGEST_MS = 2000;

    private Painted() {}

    /// Completes on the JavaFX thread when what is laid out next is on the screen.
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

    /// Completes, on any thread, when the tracks of a timeline are on the screen, or seem not to come to it.
    public static CompletableFuture<Void> timeline(TimelineView view) {
        return view.whenDrawn().thenCompose(_ -> next()).completeOnTimeout(null, LONGEST_MS, TimeUnit.MILLISECONDS);
    }
}
