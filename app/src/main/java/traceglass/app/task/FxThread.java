package traceglass.app.task;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.application.Platform;

/// The way to the JavaFX thread.
public final class FxThread {

    private FxThread() {}

    /// Runs it on the JavaFX thread: now, when this is that thread, else soon.
    public static void run(Runnable action) {
        if (Platform.isFxApplicationThread()) {
            action.run();
        } else {
            Platform.runLater(action);
        }
    }

    /// Runs it on the JavaFX thread after what is already waiting there.
    public static void later(Runnable action) {
        Platform.runLater(action);
    }

    /// A receiver that any thread may feed as often as it likes; the JavaFX thread gets the newest value, at most
    /// one at a time.
    public static <T> Consumer<T> latest(Consumer<? super T> receiver) {
        AtomicReference<T> waiting = new AtomicReference<>();
        return value -> {
            if (waiting.getAndSet(value) == null) {
                later(() -> receiver.accept(waiting.getAndSet(null)));
            }
        };
    }
}
