package traceglass.ingest.art;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.IntChunks;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Threads and calls of a method trace. Creates slices once all methods and threads are known.
final class ArtEvents implements EventSink {

    static final int ENTER = 0;
    static final int EXIT = 1;
    /// Method exit because of an exception.
    static final int UNROLL = 2;

    private static final int ACTION_BITS = 2;
    private static final int NO_CPU_TIME = -1;
    private static final long NS_PER_US = 1_000;
    private static final String DESCRIPTION = "Shows ART (Android Runtime) method entry and exit events. "
            + "These represent Java/Kotlin method calls traced at the runtime level. "
            + "See https://developer.android.com/reference/android/os/Debug#startMethodTracing()";
    private static final TrackType TYPE =
            new TrackType("art_method_tracing", "slice", List.of(TrackType.UTID), null, DESCRIPTION);

    /// Thread of the trace, with its name and slice track.
    private static final class TracedThread {
        final long tid;
        int nameId = StringPool.NULL;
        int track = -1;

        TracedThread(long tid) {
            this.tid = tid;
        }
    }

    private final ImportContext context;
    private final EventSorter.Queue queue;
    private final ArtMethods methods;
    private final LongIntMap threadOfTid = new LongIntMap();
    private final List<TracedThread> threads = new ArrayList<>();
    private final IntChunks threadOf = new IntChunks();
    private final IntChunks callOf = new IntChunks();
    /// CPU time of the thread in µs. Empty if the trace has none.
    private final IntChunks cpuOf = new IntChunks();
    private final int pathKey;
    private final int lineKey;

    ArtEvents(ImportContext context) {
        this.context = context;
        queue = context.sorter().queue(this);
        methods = new ArtMethods(context.strings());
        pathKey = context.strings().intern("pathname");
        lineKey = context.strings().intern("line_number");
    }

    /// Sets the clock of the trace, which method traces do not specify.
    static void setClock(ImportContext context) {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.MONOTONIC);
        clocks.useOnly(clock);
    }

    ArtMethods methods() {
        return methods;
    }

    private int thread(long tid) {
        int existing = threadOfTid.get(tid);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        threadOfTid.put(tid, threads.size());
        threads.add(new TracedThread(tid));
        return threads.size() - 1;
    }

    /// Names a thread, unless it already has a name.
    void nameThread(long tid, String name) {
        TracedThread t = threads.get(thread(tid));
        if (t.nameId == StringPool.NULL) {
            t.nameId = context.strings().intern(name);
        }
    }

    /// Adds an event.
    ///
    /// @param tsNs time on the trace's clock, in ns
    /// @param cpuUs CPU time of the thread, null if the trace has none
    void add(long tid, int action, long methodId, long tsNs, Integer cpuUs) {
        long ts = context.clocks().defaultToTraceTime(tsNs);
        if (ts == ClockTracker.NONE) {
            return;
        }
        queue.push(ts, callOf.size(), null);
        threadOf.add(thread(tid));
        callOf.add(methods.index(methodId) << ACTION_BITS | action);
        if (cpuUs != null) {
            cpuOf.add(cpuUs);
        }
    }

    @Override
    public void handleEvent(long ts, long index, Object ref) {
        TracedThread thread = threads.get(threadOf.get(index));
        if (thread.track < 0) {
            int utid = context.processes().thread(thread.tid);
            context.processes().renameTask(utid, thread.nameId, NamePriority.OfThread.OTHER);
            thread.track = context.tracks().intern(TYPE, StringPool.NULL, utid);
        }
        int call = callOf.get(index);
        int action = call & (1 << ACTION_BITS) - 1;
        long cpu = index < cpuOf.size() ? (cpuOf.get(index) & 0xFFFF_FFFFL) * NS_PER_US : NO_CPU_TIME;
        if (action == ENTER) {
            int row = begin(ts, thread.track, methods.get(call >>> ACTION_BITS));
            if (row >= 0 && cpu >= 0) {
                context.slices().setThreadTs(row, cpu);
            }
        } else if (action == EXIT || action == UNROLL) {
            int row = context.slices().end(ts, thread.track, StringPool.NULL, StringPool.NULL, null);
            if (row >= 0 && cpu >= 0) {
                long start = context.slices().threadTs(row);
                if (start != LongColumn.NULL && cpu >= start) {
                    context.slices().setThreadDur(row, cpu - start);
                }
            }
        }
    }

    private int begin(long ts, int track, ArtMethods.Method method) {
        return context.slices().begin(ts, track, StringPool.NULL, method.nameId(), args -> {
            if (method.pathId() != StringPool.NULL) {
                args.addString(pathKey, method.pathId());
            }
            if (method.line() >= 0) {
                args.addInt(lineKey, method.line());
            }
        });
    }
}
