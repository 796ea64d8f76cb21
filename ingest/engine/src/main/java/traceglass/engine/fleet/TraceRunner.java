package traceglass.engine.fleet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.store.time.TimeText;

/// Runs a task for each trace, several at the same time. A failed task does not end the others.
final class TraceRunner {

    /// A task with one trace.
    interface Task {

        /// Runs the task for a trace.
        ///
        /// @param running receives the action that cancels the task
        void run(FleetTrace trace, RunningTask running) throws EngineException;
    }

    /// A running task that can be canceled.
    static final class RunningTask {

        private volatile Runnable cancel = () -> {};
        private volatile boolean isCanceled;
        private volatile boolean isLate;

        /// Sets the action that cancels the task from now on.
        void onCancel(Runnable action) {
            cancel = action;
            if (isCanceled) {
                action.run();
            }
        }

        private void cancel() {
            isCanceled = true;
            cancel.run();
        }
    }

    private final FleetRun options;
    private final FleetProgressReporter progress;
    private final List<FleetFailure> failures = Collections.synchronizedList(new ArrayList<>());
    private final Set<RunningTask> running = ConcurrentHashMap.newKeySet();
    /// Failure that ends the run.
    private final AtomicReference<@Nullable FleetFailure> endingFailure = new AtomicReference<>();

    private volatile boolean isCanceled;

    private TraceRunner(FleetRun options, List<FleetTrace> traces) {
        this.options = options;
        progress = new FleetProgressReporter(
                options.progress(),
                traces.size(),
                traces.stream().mapToLong(FleetTrace::bytes).sum());
    }

    /// Runs the task with all traces.
    ///
    /// @return the traces that failed, by path
    /// @throws EngineException if the run was canceled, or a trace failed that ends it
    static List<FleetFailure> run(List<FleetTrace> traces, FleetRun options, Task task) {
        TraceRunner runner = new TraceRunner(options, traces);
        runner.runAll(traces, task);
        List<FleetFailure> failures = new ArrayList<>(runner.failures);
        failures.sort(Comparator.comparing(FleetFailure::path));
        return failures;
    }

    private void runAll(List<FleetTrace> traces, Task task) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().factory());
        ExecutorService threads = Executors.newFixedThreadPool(
                options.jobCount(),
                Thread.ofPlatform().daemon().name("fleet query").factory());
        try {
            traces.forEach(trace -> threads.submit(() -> runOne(trace, task, clock)));
            threads.shutdown();
            while (!threads.awaitTermination(200, TimeUnit.MILLISECONDS)) {
                if (isCanceled || !progress.reportProgress()) {
                    cancel();
                }
            }
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
        } finally {
            if (!threads.isTerminated()) {
                cancel();
                threads.shutdownNow();
            }
            clock.shutdownNow();
        }
        FleetFailure end = endingFailure.get();
        if (end != null) {
            throw new EngineException(end.path() + ": " + end.reason(), null);
        }
        if (isCanceled) {
            throw new EngineException("The query was canceled", null);
        }
    }

    /// Cancels the task repeatedly, because canceling between two statements has no effect.
    private void cancel() {
        isCanceled = true;
        running.forEach(RunningTask::cancel);
    }

    @SuppressWarnings("IllegalCatch") // Whatever is wrong with one trace, the others are queried.
    private void runOne(FleetTrace trace, Task task, ScheduledExecutorService clock) {
        if (isCanceled) {
            return;
        }
        RunningTask current = new RunningTask();
        running.add(current);
        ScheduledFuture<?> limit = options.timeoutMs() == 0
                ? null
                : clock.scheduleWithFixedDelay(
                        () -> {
                            current.isLate = true;
                            current.cancel();
                        },
                        options.timeoutMs(),
                        100,
                        TimeUnit.MILLISECONDS);
        FleetFailure failure = null;
        try {
            task.run(trace, current);
        } catch (EngineException e) {
            failure = new FleetFailure(
                    trace.path(), current.isLate ? "took more than " + TimeText.brief(options.timeoutMs()) : text(e));
        } catch (OutOfMemoryError e) {
            failure = new FleetFailure(trace.path(), "there is not enough memory");
        } catch (RuntimeException | Error e) {
            failure = new FleetFailure(trace.path(), e.toString());
        } finally {
            if (limit != null) {
                limit.cancel(false);
            }
            running.remove(current);
        }
        if (failure != null && options.endsOnFailure()) {
            if (!isCanceled && endingFailure.compareAndSet(null, failure)) {
                cancel();
            }
            return;
        }
        if (failure != null) {
            failures.add(failure);
        }
        progress.countTrace(trace.bytes(), failure);
    }

    private static String text(EngineException e) {
        return String.valueOf(e.getMessage());
    }
}
