package traceglass.ingest.primes;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.foreign.primes.MarkDecoder;
import traceglass.protos.foreign.primes.SliceBeginDecoder;
import traceglass.protos.foreign.primes.TraceEdgeDecoder;
import traceglass.protos.foreign.primes.TraceEntityDetailsDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Writes edges in time order. A slice is on its parent's executor unless it specifies another one.
final class PrimesEdges implements EventSink {

    private static final TrackType TYPE =
            TrackCompressor.compressed("primes_executor_slice", TrackType.Dimension.ofInt("executor_id"));

    private final ImportContext context;
    private final StringPool strings;
    private final LongMap<Long> executorOfEdge = new LongMap<>();
    private final LongMap<Integer> executorNames = new LongMap<>();
    private final TraceEdgeDecoder fields = new TraceEdgeDecoder();
    private final SliceBeginDecoder begin = new SliceBeginDecoder();
    private final MarkDecoder mark = new MarkDecoder();
    private final TraceEntityDetailsDecoder details = new TraceEntityDetailsDecoder();
    private long id;
    private long executor;

    PrimesEdges(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        byte[] edge = (byte[]) ref;
        fields.decode(edge, 0, edge.length);
        id = fields.id();
        if (fields.hasSliceBegin()) {
            fields.sliceBegin(begin).entityDetails(details);
            begin(ts);
        } else if (fields.hasSliceEnd()) {
            details.decode(edge, 0, 0);
            end(ts);
        } else if (fields.hasMark()) {
            fields.mark(mark).entityDetails(details);
            mark(ts);
        } else {
            details.decode(edge, 0, 0);
            reportProblem(StatNames.PRIMES_UNKNOWN_EDGE_TYPE, ts);
        }
    }

    private void reportProblem(String stat, long ts) {
        long edge = id;
        long parent = details.parentId();
        boolean hasParent = details.hasParentId();
        ArgsWriter args = b -> {
            b.addInt(strings.intern("edge_id"), edge);
            if (hasParent) {
                b.addInt(strings.intern("parent_id"), parent);
            }
        };
        context.logs().recordAtTime(stat, ts, args);
    }

    /// Sets the executor to the parent's; returns false if there is no parent.
    private boolean inheritExecutor(long ts) {
        if (!details.hasParentId()) {
            reportProblem(StatNames.PRIMES_MISSING_PARENT_ID, ts);
            return false;
        }
        Long existing = executorOfEdge.get(details.parentId());
        if (existing == null) {
            reportProblem(StatNames.PRIMES_EXECUTOR_NOT_FOUND, ts);
            return false;
        }
        executor = existing;
        return true;
    }

    private TrackCompressor.Lanes lanes() {
        Integer name = executorNames.get(executor);
        return context.compressor().lanes(TYPE, name == null ? StringPool.NULL : name, null, null, executor);
    }

    private void begin(long ts) {
        if (begin.hasExecutorId()) {
            executor = begin.executorId();
            if (begin.hasExecutorName()) {
                executorNames.put(executor, begin.executorNameId(strings));
            }
        } else if (!inheritExecutor(ts)) {
            return;
        }
        executorOfEdge.put(id, executor);
        int track = lanes().begin(id);
        addFlows(context.slices().begin(ts, track, StringPool.NULL, strings.intern(details.name()), null), ts);
    }

    private void end(long ts) {
        Long existing = executorOfEdge.get(id);
        if (existing == null) {
            reportProblem(StatNames.PRIMES_END_WITHOUT_MATCHING_BEGIN, ts);
            return;
        }
        executor = existing;
        context.slices().end(ts, lanes().end(id), StringPool.NULL, StringPool.NULL, null);
    }

    private void mark(long ts) {
        if (!mark.hasEntityDetails()) {
            reportProblem(StatNames.PRIMES_MISSING_ENTITY_DETAILS, ts);
            return;
        }
        if (inheritExecutor(ts)) {
            int track = lanes().instant(id);
            addFlows(context.slices().scoped(ts, 0, track, StringPool.NULL, strings.intern(details.name()), null), ts);
        }
    }

    /// Adds the flows of a slice, any of which a later slice may continue.
    private void addFlows(int slice, long ts) {
        if (slice < 0) {
            return;
        }
        context.flows().beginAt(slice, ts, id);
        for (int i = 0; i < details.followsFromIdsCount(); i++) {
            context.flows().endAt(slice, ts, details.followsFromIds(i), false);
        }
        for (int i = 0; i < details.flowIdsCount(); i++) {
            long flow = details.flowIds(i);
            if (context.flows().isActive(flow)) {
                context.flows().stepAt(slice, ts, flow);
            } else {
                context.flows().beginAt(slice, ts, flow);
            }
        }
    }
}
