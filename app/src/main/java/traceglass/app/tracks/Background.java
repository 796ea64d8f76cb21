package traceglass.app.tracks;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import traceglass.app.task.FxThread;

/// Runs one piece of work at a time elsewhere than on the JavaFX thread; a later one takes the place of those before
/// it. Used on the JavaFX thread.
final class Background {

    private static final System.Logger LOG = System.getLogger(Background.class.getName());

    private final AtomicInteger newest = new AtomicInteger();

    /// @param work asks whether it is still wanted
    /// @param done gets its result on the JavaFX thread, unless there is newer work by then
    <T> void run(Function<BooleanSupplier, T> work, Consumer<T> done) {
        int mine = newest.incrementAndGet();
        Thread.ofVirtual().name("find-tracks").start(() -> {
            try {
                T result = work.apply(() -> newest.get() != mine);
                FxThread.later(() -> {
                    if (newest.get() == mine) {
                        done.accept(result);
                    }
                });
            } catch (CancellationException e) {
                // Something else is wanted by now.
            } catch (RuntimeException | StackOverflowError e) {
                LOG.log(System.Logger.Level.WARNING, "finding tracks", e);
            }
        });
    }

    /// Nothing is wanted any more.
    void cancel() {
        newest.incrementAndGet();
    }
}
