package traceglass.ingest.jfr;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Dispatches the events of a recording to samples, counters, metadata or slices.
final class JfrEvents {

    private final ImportContext context;
    private final JfrThreads threads;
    private final JfrStacks stacks;
    private final JfrSamples samples;
    private final JfrCounters counters;
    private final JfrSystemEvents systemEvents;
    private final JfrSlices slices;
    /// Memory allocated by the profiled program and not yet freed, by address.
    private final LongMap<Block> allocated = new LongMap<>();

    private record Block(int callsite, long size) {}

    JfrEvents(ImportContext context) {
        this.context = context;
        threads = new JfrThreads(context);
        stacks = new JfrStacks(context);
        samples = new JfrSamples(context, threads, stacks);
        counters = new JfrCounters(context, threads);
        systemEvents = new JfrSystemEvents(context, threads);
        slices = new JfrSlices(context, threads, stacks);
    }

    void startChunk() {
        threads.startChunk();
        stacks.startChunk();
    }

    void finishChunk(JfrChunk chunk) {
        systemEvents.finishChunk(chunk);
    }

    void finish() {
        samples.finish();
    }

    /// Sets the recorded process, which must be known before its threads.
    void process(JfrEvent e) {
        threads.setProcess(e);
    }

    void handleEvent(JfrEvent e) {
        JfrType type = e.type();
        if (type.sink == null) {
            type.sink = sink(type);
        }
        type.sink.onEvent(e);
    }

    private JfrEvent.Sink sink(JfrType type) {
        return switch (type.commonName()) {
            case "jdk.ExecutionSample" -> samples.sink(type, "jfr.execution", "ns", null, null, null);
            case "jdk.NativeMethodSample" -> samples.sink(type, "jfr.native", "wall_ns", null, null, null);
            case "jdk.CPUTimeSample" -> samples.sink(type, "jfr.cpu_time", "ns", "samplingPeriod", "CPU time", "ns");
            case "profiler.WallClockSample" -> samples.sink(type, "jfr.wall", "wall_ns", "samples", "Samples", "count");
            case "jdk.ObjectAllocationSample" -> samples.allocations(type, "jfr.alloc", "weight");
            case "jdk.ObjectAllocationInNewTLAB" -> samples.allocations(type, "jfr.alloc_tlab", "tlabSize");
            case "jdk.ObjectAllocationOutsideTLAB" -> samples.allocations(type, "jfr.alloc_tlab", "allocationSize");
            case "jdk.OldObjectSample" -> samples.totals(type, "Old objects", "inuse_space", "objectSize");
            case "profiler.LiveObject" -> samples.totals(type, "Live objects", "inuse_space", "allocationSize");
            case "jdk.JavaMonitorEnter", "jdk.ThreadPark", "profiler.NativeLock" ->
                samples.blocking(type, slices.sink(type));
            case "profiler.Malloc" -> this::handleMalloc;
            case "profiler.Free" -> this::free;
            case "jdk.ThreadStart" -> threadTime(slices.sink(type), "start_ts");
            case "jdk.ThreadEnd" -> threadTime(slices.sink(type), "end_ts");
            case "jdk.DataLoss" -> e -> reportLoss(StatNames.JFR_DATA_LOSS, e.number("amount"));
            case "jdk.CPUTimeSamplesLost" -> e -> reportLoss(StatNames.JFR_SAMPLES_LOST, e.number("lostSamples"));
            default -> otherSink(type);
        };
    }

    private JfrEvent.Sink otherSink(JfrType type) {
        JfrEvent.Sink sink = counters.sink(type);
        if (sink == null) {
            sink = systemEvents.sink(type);
        }
        return sink == null ? slices.sink(type) : withThread(type, sink);
    }

    /// Returns a consumer that registers the thread of an event, in case no other event does, and passes the
    /// event on.
    private JfrEvent.Sink withThread(JfrType type, JfrEvent.Sink next) {
        int thread = type.indexOf("eventThread");
        return thread < 0
                ? next
                : e -> {
                    threads.of(e.chunk, type.fields.get(thread).type(), e.number(thread));
                    next.onEvent(e);
                };
    }

    private JfrEvent.Sink threadTime(JfrEvent.Sink next, String column) {
        return e -> {
            systemEvents.handleThreadTime(e, column);
            next.onEvent(e);
        };
    }

    private void reportLoss(String stat, long amount) {
        context.stats().add(stat, Math.max(1, amount));
    }

    private void handleMalloc(JfrEvent e) {
        int callsite = stacks.of(e, e.type().indexOf("stackTrace")).callsite();
        long size = e.number("size");
        if (size != JfrEvent.MISSING && callsite >= 0) {
            allocated.put(e.number("address"), new Block(callsite, size));
            handleAllocation(e.startNs(), callsite, 1, size);
        }
    }

    /// Handles the release of memory. Memory allocated before the recording began is unknown, so its release is
    /// ignored.
    private void free(JfrEvent e) {
        Block block = allocated.remove(e.number("address"));
        if (block != null) {
            handleAllocation(e.startNs(), block.callsite, -1, -block.size);
        }
    }

    private void handleAllocation(long ts, int callsite, int count, long size) {
        Table table = context.storage().table(TableNames.HeapProfileAllocation.TABLE);
        int row = table.addRow();
        table.longs(TableNames.HeapProfileAllocation.TS).set(row, ts);
        table.ints(TableNames.HeapProfileAllocation.UPID).set(row, threads.upid());
        table.strings(TableNames.HeapProfileAllocation.HEAP_NAME)
                .set(row, context.strings().intern("malloc"));
        table.ints(TableNames.HeapProfileAllocation.CALLSITE_ID).set(row, callsite);
        table.longs(TableNames.HeapProfileAllocation.COUNT).set(row, count);
        table.longs(TableNames.HeapProfileAllocation.SIZE).set(row, size);
    }
}
