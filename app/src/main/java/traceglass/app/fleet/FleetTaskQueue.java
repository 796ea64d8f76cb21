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

/// Runs tasks on a fleet one at a time on a background thread. All methods must be called on the JavaFX thread, where
/// results are delivered.
final class FleetTaskQueue implements AutoCloseable {

    /// A task, which runs on the background thread.
    interface Task<T> {

        /// @param progress receives the progress; returns false if the task was canceled
        T run(FleetProgress progress);
    }

    /// The current task.
    ///
    /// @param title description of the task
    /// @param step progress of the task, or null if it is unknown
    record Activity(String title, FleetProgress.@Nullable Step step) {}

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("fleet").factory());
    private final ReadOnlyObjectWrapper<@Nullable Activity> activity = new ReadOnlyObjectWrapper<>();
    private int pending;
    private final AtomicInteger generation = new AtomicInteger();

    /// Property of the current task; null if there is none.
    ReadOnlyObjectProperty<@Nullable Activity> activityProperty() {
        return activity.getReadOnlyProperty();
    }

    boolean isIdle() {
        return pending == 0;
    }

    /// Queues a task.
    ///
    /// @param title description of the task
    /// @param done receives the result
    /// @param failed receives the reason as one sentence, or [CommonTexts#CANCELED]
    <T> void run(String title, Task<T> task, Consumer<T> done, Consumer<String> failed) {
        int taskGeneration = generation.get();
        pending++;
        Consumer<Activity> progress = FxThread.latest(a -> {
            if (taskGeneration == generation.get() && pending > 0) {
                activity.set(a);
            }
        });
        try {
            thread.execute(() -> {
                progress.accept(new Activity(title, null));
                try {
                    T result = task.run(step -> {
                        progress.accept(new Activity(title, step));
                        return taskGeneration == generation.get();
                    });
                    FxThread.later(() -> finish(() -> done.accept(result)));
                } catch (EngineException e) {
                    String reason =
                            taskGeneration == generation.get() ? String.valueOf(e.getMessage()) : CommonTexts.CANCELED;
                    FxThread.later(() -> finish(() -> failed.accept(reason)));
                } catch (RuntimeException | Error e) {
                    System.getLogger(FleetTaskQueue.class.getName()).log(System.Logger.Level.ERROR, title, e);
                    FxThread.later(() -> finish(() -> failed.accept(e.toString())));
                }
            });
        } catch (RejectedExecutionException e) {
            pending--;
        }
    }

    private void finish(Runnable callback) {
        pending--;
        if (pending == 0) {
            activity.set(null);
        }
        if (!thread.isShutdown()) {
            callback.run();
        }
    }

    /// Cancels the current task and all queued ones. Each calls its `failed` callback.
    void cancel() {
        generation.incrementAndGet();
    }

    @Override
    public void close() {
        generation.incrementAndGet();
        thread.shutdownNow();
    }
}
