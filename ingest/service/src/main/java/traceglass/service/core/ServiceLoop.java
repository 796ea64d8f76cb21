package traceglass.service.core;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The one thread that owns the state of a service.
public final class ServiceLoop implements AutoCloseable {

    private final ScheduledThreadPoolExecutor executor;
    private final Consumer<Throwable> problems;

    /// @param problems receives what a task throws; the loop continues
    public ServiceLoop(Consumer<Throwable> problems) {
        this.problems = problems;
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tracing service");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// Runs a task after those that were posted before.
    public void post(Runnable task) {
        try {
            executor.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            // The service ends.
        }
    }

    /// Runs a task later.
    Future<?> after(long ms, Runnable task) {
        return executor.schedule(guarded(task), ms, TimeUnit.MILLISECONDS);
    }

    /// Runs a task again and again at the wall clock's multiples of a period, so that many processes wake up
    /// together.
    Future<?> every(long periodMs, Runnable task) {
        long first = periodMs - System.currentTimeMillis() % periodMs;
        return executor.scheduleAtFixedRate(guarded(task), first, periodMs, TimeUnit.MILLISECONDS);
    }

    @SuppressWarnings("IllegalCatch") // One client's problem must not end the service.
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                problems.accept(e);
            }
        };
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
