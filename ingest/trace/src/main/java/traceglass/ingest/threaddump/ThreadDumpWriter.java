package traceglass.ingest.threaddump;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.threaddump.DumpedThread.Lock;
import traceglass.ingest.threaddump.DumpedThread.Relation;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes dumps. A thread becomes a sample with its stack and an instant named after its state, with its locks
/// as arguments; flows lead from the owner of a lock to the threads that need it. The number of threads in each
/// state is a counter.
final class ThreadDumpWriter {

    private static final String SOURCE = "thread_dump";
    private static final TrackType STATES = TrackType.counter(
            "thread_dump_state", "threads", TrackType.UPID, TrackType.Dimension.ofString("thread_state"));
    /// Time in ns between dumps without a timestamp.
    private static final long STEP_NS = 1_000_000;
    private static final String NO_STATE = "Thread";

    private final ImportContext context;
    private final StringPool strings;
    private final NamedFrames frames;
    private final ProfilerSamples samples;
    private final EventSorter.Queue queue;
    private final int sourceId;
    private final int session;
    private final Map<String, Integer> asyncContexts = new HashMap<>();
    private final TreeMap<String, Integer> states = new TreeMap<>();
    private int upid = ProcessTracker.NONE;
    private long pid = DumpedThread.NONE;
    private boolean hasClock;
    private long lastNs;
    private Dump dump;
    private int dumps;

    /// Slices of a dump by the locks that the threads hold or need; filled while the dump's events are emitted.
    private static final class Dump {
        final long ts;
        final Map<String, Integer> owners = new HashMap<>();
        final Map<Long, Integer> slices = new HashMap<>();
        final List<LockWait> lockWaits = new ArrayList<>();

        Dump(long ts) {
            this.ts = ts;
        }
    }

    private record LockWait(Lock lock, int slice) {}

    private record Entry(Dump dump, DumpedThread thread, int utid, int task, int callsite) {}

    private record Count(int track, int threads) {}

    ThreadDumpWriter(ImportContext context) {
        this.context = context;
        strings = context.strings();
        frames = new NamedFrames(context.stackProfiles(), strings, "[java]");
        samples = context.session().profilerSamples();
        sourceId = strings.intern(SOURCE);
        session = samples.session(sourceId, strings.intern("count"), StringPool.NULL);
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, ref));
    }

    /// Ends the previous dump and starts a new one.
    ///
    /// @param timeNs time in ns since 1970, or [DumpTimes#NONE]
    /// @param processId process id, or [DumpedThread#NONE]
    /// @param process name of the process, or null
    void start(long timeNs, long processId, String process) {
        end();
        if (!hasClock) {
            hasClock = true;
            context.clocks()
                    .useOnly(
                            timeNs == DumpTimes.NONE
                                    ? ClockId.ofFile(context.traceId())
                                    : ClockId.of(ClockId.REALTIME));
        }
        lastNs = timeNs == DumpTimes.NONE ? lastNs + (dumps == 0 ? 0 : STEP_NS) : timeNs;
        dumps++;
        if (upid == ProcessTracker.NONE || processId != DumpedThread.NONE && processId != pid) {
            pid = processId == DumpedThread.NONE ? context.processes().unusedPid() : processId;
            upid = context.processes().processWithoutMainThread(pid);
            states.clear();
        }
        if (process != null) {
            setProcessName(process);
        }
        dump = new Dump(context.clocks().defaultToTraceTime(lastNs));
        states.replaceAll((state, count) -> 0);
    }

    /// Names the process of the dump.
    void setProcessName(String process) {
        context.processes().setProcessName(upid, strings.intern(process), NamePriority.OfProcess.OTHER);
    }

    /// Adds a thread to the dump.
    void add(DumpedThread thread) {
        if (dump == null) {
            start(DumpTimes.NONE, DumpedThread.NONE, "Java");
        }
        if (dump.ts == ClockTracker.NONE) {
            return;
        }
        int callsite = -1;
        for (int i = thread.frames.size() - 1; i >= 0; i--) {
            DumpedThread.Frame f = thread.frames.get(i);
            callsite = frames.callsite(callsite, frames.frame(f.library(), f.function(), f.file(), f.line()));
        }
        int utid = thread.isVirtual ? ProfilerSamples.NONE : utid(thread);
        int async = thread.isVirtual ? asyncContext(thread) : ProfilerSamples.NONE;
        states.merge(thread.state.isEmpty() ? NO_STATE : thread.state, 1, Integer::sum);
        queue.push(dump.ts, 0, new Entry(dump, thread, utid, samples.task(upid, utid, async), callsite));
    }

    private int utid(DumpedThread thread) {
        ProcessTracker processes = context.processes();
        long tid = thread.tid == DumpedThread.NONE ? Math.max(thread.id, 0) : thread.tid;
        int utid = tid == pid ? processes.updateThread(pid, pid) : processes.threadWithParent(tid, upid, false);
        processes.setThreadName(utid, strings.intern(thread.name), NamePriority.OfThread.OTHER);
        return utid;
    }

    private int asyncContext(DumpedThread thread) {
        String name = thread.name.isEmpty() ? "Virtual thread " + thread.id : thread.name;
        return asyncContexts.computeIfAbsent(thread.id + " " + name, key -> {
            Table table = context.storage().table(TableNames.ProfilerAsyncContext.TABLE);
            int row = table.addRow();
            table.strings(TableNames.ProfilerAsyncContext.NAME).set(row, strings.intern(name));
            table.strings(TableNames.ProfilerAsyncContext.KIND).set(row, strings.intern("virtual_thread"));
            return row;
        });
    }

    /// Ends the dump.
    void end() {
        if (dump != null && dump.ts != ClockTracker.NONE) {
            queue.push(dump.ts, 0, dump);
            states.forEach((state, count) -> {
                int track = context.tracks()
                        .intern(STATES, strings.intern("Threads " + state), upid, strings.intern(state));
                queue.push(dump.ts, 0, new Count(track, count));
            });
        }
        dump = null;
    }

    private void emit(long ts, Object ref) {
        switch (ref) {
            case Entry e -> emit(ts, e);
            case Count c -> context.counters().push(ts, c.threads, c.track);
            case Dump d -> writeArrows(d);
            default -> throw new IllegalArgumentException(ref.toString());
        }
    }

    private void emit(long ts, Entry e) {
        if (e.callsite >= 0) {
            int row = samples.add(ts, sourceId, e.task, e.callsite);
            samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
        }
        if (e.utid == ProfilerSamples.NONE) {
            return;
        }
        String state = e.thread.state.isEmpty() ? NO_STATE : e.thread.state;
        int slice = context.slices()
                .scoped(
                        ts,
                        0,
                        context.tracks().threadTrack(e.utid),
                        sourceId,
                        strings.intern(state),
                        b -> writeArgs(b, e.thread));
        if (slice < 0) {
            return;
        }
        if (e.thread.id != DumpedThread.NONE) {
            e.dump.slices.put(e.thread.id, slice);
        }
        for (Lock lock : e.thread.locks) {
            if (e.thread.holds(lock)) {
                e.dump.owners.put(lock.lock(), slice);
            } else if (lock.relation() == Relation.NEEDS) {
                e.dump.lockWaits.add(new LockWait(lock, slice));
            }
        }
    }

    private void writeArgs(ArgSetBuilder b, DumpedThread thread) {
        thread.properties.forEach((key, value) -> b.addString(strings.intern(key), strings.intern(value)));
        int lockCount = 0;
        for (Lock lock : thread.locks) {
            int text = strings.intern(lock.text());
            switch (lock.relation()) {
                case HOLDS ->
                    b.addString(strings.intern("locked"), strings.intern("locked[" + lockCount++ + "]"), text);
                case NEEDS -> {
                    b.addString(strings.intern("waiting_to_lock"), text);
                    if (lock.owner() != DumpedThread.NONE) {
                        b.addInt(strings.intern("held_by_thread"), lock.owner());
                    }
                }
                case WAITS_ON -> b.addString(strings.intern("waiting_on"), text);
            }
        }
    }

    private void writeArrows(Dump d) {
        for (LockWait w : d.lockWaits) {
            Integer owner = w.lock.owner() == DumpedThread.NONE ? null : d.slices.get(w.lock.owner());
            owner = owner == null ? d.owners.get(w.lock.lock()) : owner;
            if (owner != null && owner != w.slice) {
                context.flows().add(owner, w.slice);
            }
        }
    }

    boolean isEmpty() {
        return dumps == 0;
    }
}
