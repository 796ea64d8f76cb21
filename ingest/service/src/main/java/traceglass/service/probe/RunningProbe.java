package traceglass.service.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.service.metatrace.Metatrace;
import traceglass.service.metatrace.MetatraceEvent;

/// An instance with its packets and tasks. A failure of one probe stops only that probe.
final class RunningProbe implements ProbeContext {

    private static final String UNEXPECTED = "Stopped after an unexpected error: ";

    private final ProbePackets packets;
    private final ScheduledThreadPoolExecutor executor;
    private final Metatrace metatrace;
    private final Consumer<String> problems;
    private final List<Future<?>> tasks = new ArrayList<>();
    private @Nullable ProbeInstance instance;
    private boolean isRunning;
    private boolean isStopping;

    RunningProbe(
            ProbePackets packets,
            ScheduledThreadPoolExecutor executor,
            Metatrace metatrace,
            Consumer<String> problems) {
        this.packets = packets;
        this.executor = executor;
        this.metatrace = metatrace;
        this.problems = problems;
    }

    int writer() {
        return packets.writer();
    }

    @SuppressWarnings("IllegalCatch") // One probe's problem must not stay unknown.
    void create(ServiceProbe probe, DataSourceConfig config) throws ProbeRefused {
        try {
            instance = probe.create(config, this);
        } catch (RuntimeException e) {
            cancelTasks();
            throw new ProbeRefused(UNEXPECTED + e, e);
        }
    }

    @SuppressWarnings("IllegalCatch") // One probe's problem must not end the others.
    void start() throws IOException {
        if (instance != null) {
            isRunning = true;
            try {
                instance.start();
            } catch (IOException e) {
                end();
                throw e;
            } catch (RuntimeException e) {
                stopFailed();
                throw new IOException(UNEXPECTED + e, e);
            }
            packets.commit();
        }
    }

    void flush() {
        call(ProbeInstance::flush);
    }

    void clearIncrementalState() {
        call(ProbeInstance::clearIncrementalState);
    }

    void stop() {
        cancelTasks();
        isStopping = true;
        call(ProbeInstance::stop);
        end();
    }

    /// Makes a failed instance release its resources, such as kernel settings.
    @SuppressWarnings("IllegalCatch") // Its first problem was reported, and this one is probably the same.
    private void stopFailed() {
        ProbeInstance broken = instance;
        end();
        if (broken != null && !isStopping) {
            try {
                broken.stop();
            } catch (RuntimeException e) {
                problems.accept("Failed to stop: " + e);
            }
        }
    }

    private void end() {
        cancelTasks();
        isRunning = false;
        instance = null;
    }

    private void cancelTasks() {
        tasks.forEach(t -> t.cancel(false));
        tasks.clear();
    }

    @SuppressWarnings("IllegalCatch") // One probe's problem must not end the others.
    private void call(Consumer<ProbeInstance> action) {
        if (instance == null) {
            return;
        }
        try {
            action.accept(instance);
        } catch (RuntimeException e) {
            problems.accept(UNEXPECTED + e);
            stopFailed();
        }
        packets.commit();
    }

    @Override
    public void write(byte[] packet) {
        packets.write(packet);
    }

    @Override
    public void runEvery(long periodMs, Runnable task) {
        schedule(toNext(periodMs), periodMs, task);
    }

    /// Returns the milliseconds to the next multiple of a period. If the wall clock lags slightly behind the
    /// timer, the task still does not run twice.
    private static long toNext(long periodMs) {
        long remaining = periodMs - System.currentTimeMillis() % periodMs;
        return remaining * 4 < periodMs ? remaining + periodMs : remaining;
    }

    /// Schedules one run. Each run schedules the next, so that missed runs are skipped.
    private void schedule(long delayMs, long periodMs, Runnable task) {
        runAfter(delayMs, () -> {
            schedule(toNext(periodMs), periodMs, task);
            task.run();
        });
    }

    @Override
    public void runAfter(long ms, Runnable task) {
        try {
            tasks.removeIf(Future::isDone);
            tasks.add(executor.schedule(() -> runTask(task), ms, TimeUnit.MILLISECONDS));
        } catch (RejectedExecutionException e) {
            // The host is closing.
        }
    }

    private void runTask(Runnable task) {
        if (isRunning) {
            long begin = metatrace.begin();
            call(i -> task.run());
            metatrace.end(MetatraceEvent.PROBE_TASK, begin);
        }
    }

    @Override
    public Metatrace metatrace() {
        return metatrace;
    }

    @Override
    public void warn(String problem) {
        problems.accept(problem);
    }
}
