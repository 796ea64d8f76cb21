package traceglass.app.task;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.application.Platform;

/// Runs actions on the JavaFX thread.
public final class FxThread {

    private FxThread() {}

    /// Runs the action on the JavaFX thread: immediately if this is that thread, otherwise later.
    public static void run(Runnable action) {
        if (Platform.isFxApplicationThread()) {
            action.run();
        } else {
            Platform.runLater(action);
        }
    }

    /// Runs the action on the JavaFX thread after everything already queued there.
    public static void later(Runnable action) {
        Platform.runLater(action);
    }

    /// Creates a receiver that may be called from any thread at any rate. The JavaFX thread gets only the
    /// newest value, with at most one call queued.
    public static <T> Consumer<T> latest(Consumer<? super T> receiver) {
        AtomicReference<T> waiting = new AtomicReference<>();
        return value -> {
            if (waiting.getAndSet(value) == null) {
                later(() -> receiver.accept(waiting.getAndSet(null)));
            }
        };
    }
}
