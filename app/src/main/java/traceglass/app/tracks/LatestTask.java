package traceglass.app.tracks;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import traceglass.app.task.FxThread;

/// Runs tasks off the JavaFX thread, one at a time; a new task replaces all earlier ones. Used on the JavaFX thread.
final class LatestTask {

    private final AtomicInteger newest = new AtomicInteger();

    /// Runs a task.
    ///
    /// @param work the task; its argument returns whether it has been canceled
    /// @param done receives the result on the JavaFX thread, unless a newer task was started
    <T> void run(Function<BooleanSupplier, T> work, Consumer<T> done) {
        int request = newest.incrementAndGet();
        Thread.ofVirtual().name("find-tracks").start(() -> {
            try {
                T result = work.apply(() -> newest.get() != request);
                FxThread.later(() -> {
                    if (newest.get() == request) {
                        done.accept(result);
                    }
                });
            } catch (CancellationException e) {
                // Replaced by a newer task.
            } catch (RuntimeException | StackOverflowError e) {
                System.getLogger(LatestTask.class.getName()).log(System.Logger.Level.WARNING, "finding tracks", e);
            }
        });
    }

    /// Cancels the current task.
    void cancel() {
        newest.incrementAndGet();
    }
}
