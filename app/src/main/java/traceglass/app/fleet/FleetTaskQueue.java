package traceglass.app.fleet;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.FleetProgress;

/// Work on a fleet, one task after the other on a thread of its own. Results are handed over on the JavaFX thread, on
/// which all methods are called.
final class FleetTaskQueue implements AutoCloseable {

    /// A task.
    interface Task<T> {

        /// @param progress receives the progress; returns false to end the task
        T run(FleetProgress progress);
    }

    /// The current task.
    ///
    /// @param title what is done
    /// @param step how far it is, or null if that is not known
    record Activity(String title, FleetProgress.@Nullable Step step) {}

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("fleet").factory());
    private final ReadOnlyObjectWrapper<@Nullable Activity> activity = new ReadOnlyObjectWrapper<>();
    private int waiting;
    private final AtomicInteger generation = new AtomicInteger();

    /// Property of the current task; null if there is none.
    ReadOnlyObjectProperty<@Nullable Activity> activityProperty() {
        return activity.getReadOnlyProperty();
    }

    boolean isIdle() {
        return waiting == 0;
    }

    /// Runs a task after those that wait.
    ///
    /// @param failed receives one sentence, or [CommonTexts#CANCELED]
    <T> void run(String title, Task<T> task, Consumer<T> done, Consumer<String> failed) {
        int own = generation.get();
        waiting++;
        Consumer<Activity> progress = FxThread.latest(a -> {
            if (own == generation.get() && waiting > 0) {
                activity.set(a);
            }
        });
        try {
            thread.execute(() -> {
                progress.accept(new Activity(title, null));
                try {
                    T result = task.run(step -> {
                        progress.accept(new Activity(title, step));
                        return own == generation.get();
                    });
                    FxThread.later(() -> ended(() -> done.accept(result)));
                } catch (EngineException e) {
                    String reason = own == generation.get() ? String.valueOf(e.getMessage()) : CommonTexts.CANCELED;
                    FxThread.later(() -> ended(() -> failed.accept(reason)));
                } catch (RuntimeException | Error e) {
                    System.getLogger(FleetTaskQueue.class.getName()).log(System.Logger.Level.ERROR, title, e);
                    FxThread.later(() -> ended(() -> failed.accept(e.toString())));
                }
            });
        } catch (RejectedExecutionException e) {
            waiting--;
        }
    }

    private void ended(Runnable then) {
        waiting--;
        if (waiting == 0) {
            activity.set(null);
        }
        if (!thread.isShutdown()) {
            then.run();
        }
    }

    /// Cancels the current task and those that wait; each reports that it failed.
    void cancel() {
        generation.incrementAndGet();
    }

    @Override
    public void close() {
        generation.incrementAndGet();
        thread.shutdownNow();
    }
}
