package traceglass.ingest.scripting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes samples with times relative to the start of the file.
final class ScriptSamples {

    private final ImportContext context;
    private final NamedFrames frames;
    private final ProfilerSamples samples;
    private final EventSorter.Queue queue;
    private final ClockId clock;
    private final int sourceId;
    private final int session;
    private final Map<Task, Integer> tasks = new HashMap<>();

    private record Task(long pid, long tid) {}

    /// @param source short name of the profiler
    /// @param unit unit of the event that triggers samples, as in [ProfilerSamples#session]
    ScriptSamples(ImportContext context, String source, String unit) {
        this.context = context;
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[" + source + "]");
        samples = context.session().profilerSamples();
        sourceId = context.strings().intern(source);
        session = samples.session(sourceId, context.strings().intern(unit), StringPool.NULL);
        clock = ClockId.ofFile(context.traceId());
        context.clocks().setDefaultClock(clock);
        queue = context.sorter().queue((ts, callsite, task) -> addSample(ts, (int) callsite, (Integer) task));
    }

    /// Starts the clock; called before the first sample.
    ///
    /// @param startNs wall-clock time of time 0, in ns since 1970; 0 if unknown
    void start(long startNs) {
        if (startNs > 0) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), startNs)));
        }
        context.clocks().setTraceTime(clock);
        context.clocks().assumeTraceTime(clock);
    }

    NamedFrames frames() {
        return frames;
    }

    /// Adds a sample.
    ///
    /// @param name name of the thread's process if the process is new, or null
    void add(long ns, long pid, long tid, String name, int callsite) {
        int task = tasks.computeIfAbsent(new Task(pid, tid), t -> {
            ProcessTracker processes = context.processes();
            int upid = processes.processWithoutMainThread(pid);
            int utid = tid == pid ? processes.updateThread(pid, pid) : processes.threadWithParent(tid, upid, false);
            if (name != null) {
                processes.setProcessName(upid, context.strings().intern(name), NamePriority.OfProcess.OTHER);
            }
            return samples.task(upid, utid);
        });
        long ts = context.clocks().toTraceTime(clock, ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, callsite, task);
        }
    }

    private void addSample(long ts, int callsite, int task) {
        int row = samples.add(ts, sourceId, task, callsite);
        samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
    }
}
