package traceglass.ingest.primes;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.foreign.primes.TraceEdge;
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
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor inner = new ProtoCursor();
    private final Details details = new Details();
    private long id;
    private long executor;
    private int executorName;

    /// Details of a slice or mark.
    private final class Details {
        boolean isPresent;
        int name;
        boolean hasParent;
        long parent;
        final List<Long> followsFrom = new ArrayList<>();
        final List<Long> flows = new ArrayList<>();

        void clear() {
            isPresent = false;
            hasParent = false;
            parent = 0;
            name = strings.intern("");
            followsFrom.clear();
            flows.clear();
        }

        void read(ProtoCursor from) {
            isPresent = true;
            ProtoCursor c = new ProtoCursor();
            for (c.enter(from); c.next(); ) {
                switch (c.field()) {
                    case TraceEdge.TraceEntityDetails.NAME_FIELD_NUMBER -> name = c.asStringId(strings);
                    case TraceEdge.TraceEntityDetails.PARENT_ID_FIELD_NUMBER -> {
                        hasParent = true;
                        parent = c.asLong();
                    }
                    case TraceEdge.TraceEntityDetails.FOLLOWS_FROM_IDS_FIELD_NUMBER -> followsFrom.add(c.asLong());
                    case TraceEdge.TraceEntityDetails.FLOW_IDS_FIELD_NUMBER -> flows.add(c.asLong());
                    default -> {}
                }
            }
        }
    }

    PrimesEdges(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        byte[] edge = (byte[]) ref;
        details.clear();
        id = 0;
        executor = 0;
        executorName = StringPool.NULL;
        int type = 0;
        boolean hasExecutor = false;
        for (cursor.enter(edge, 0, edge.length); cursor.next(); ) {
            switch (cursor.field()) {
                case TraceEdge.ID_FIELD_NUMBER -> id = cursor.asLong();
                case TraceEdge.SLICE_BEGIN_FIELD_NUMBER -> {
                    type = cursor.field();
                    hasExecutor = readBegin();
                }
                case TraceEdge.MARK_FIELD_NUMBER -> {
                    type = cursor.field();
                    if (inner.enter(cursor).seek(TraceEdge.Mark.ENTITY_DETAILS_FIELD_NUMBER)) {
                        details.read(inner);
                    }
                }
                case TraceEdge.SLICE_END_FIELD_NUMBER -> type = cursor.field();
                default -> {}
            }
        }
        switch (type) {
            case TraceEdge.SLICE_BEGIN_FIELD_NUMBER -> begin(ts, hasExecutor);
            case TraceEdge.SLICE_END_FIELD_NUMBER -> end(ts);
            case TraceEdge.MARK_FIELD_NUMBER -> mark(ts);
            default -> reportProblem(StatNames.PRIMES_UNKNOWN_EDGE_TYPE, ts);
        }
    }

    private boolean readBegin() {
        boolean hasExecutor = false;
        for (inner.enter(cursor); inner.next(); ) {
            switch (inner.field()) {
                case TraceEdge.SliceBegin.ENTITY_DETAILS_FIELD_NUMBER -> details.read(inner);
                case TraceEdge.SliceBegin.EXECUTOR_ID_FIELD_NUMBER -> {
                    hasExecutor = true;
                    executor = inner.asLong();
                }
                case TraceEdge.SliceBegin.EXECUTOR_NAME_FIELD_NUMBER -> executorName = inner.asStringId(strings);
                default -> {}
            }
        }
        return hasExecutor;
    }

    private void reportProblem(String stat, long ts) {
        long edge = id;
        long parent = details.parent;
        boolean hasParent = details.hasParent;
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
        if (!details.hasParent) {
            reportProblem(StatNames.PRIMES_MISSING_PARENT_ID, ts);
            return false;
        }
        Long existing = executorOfEdge.get(details.parent);
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

    private void begin(long ts, boolean hasExecutor) {
        if (hasExecutor) {
            if (executorName != StringPool.NULL) {
                executorNames.put(executor, executorName);
            }
        } else if (!inheritExecutor(ts)) {
            return;
        }
        executorOfEdge.put(id, executor);
        int track = lanes().begin(id);
        addFlows(context.slices().begin(ts, track, StringPool.NULL, details.name, null), ts);
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
        if (!details.isPresent) {
            reportProblem(StatNames.PRIMES_MISSING_ENTITY_DETAILS, ts);
            return;
        }
        if (inheritExecutor(ts)) {
            int track = lanes().instant(id);
            addFlows(context.slices().scoped(ts, 0, track, StringPool.NULL, details.name, null), ts);
        }
    }

    /// Adds the flows of a slice, any of which a later slice may continue.
    private void addFlows(int slice, long ts) {
        if (slice < 0) {
            return;
        }
        context.flows().beginAt(slice, ts, id);
        for (long from : details.followsFrom) {
            context.flows().endAt(slice, ts, from, false);
        }
        for (long flow : details.flows) {
            if (context.flows().isActive(flow)) {
                context.flows().stepAt(slice, ts, flow);
            } else {
                context.flows().beginAt(slice, ts, flow);
            }
        }
    }
}
