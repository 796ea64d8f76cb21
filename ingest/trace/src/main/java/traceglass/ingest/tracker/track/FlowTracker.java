package traceglass.ingest.tracker.track;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes flows, the arrows between slices: rows of the `flow` table. Slices with the same flow id are connected, each
/// from the earlier to the later one.
public final class FlowTracker {

    private final StringPool strings;
    private final SliceTracker slices;
    private final ArgSets args;
    private final StatsTracker.View stats;
    private final Table table;
    private final IntColumn sliceOut;
    private final IntColumn sliceIn;
    private final LongColumn traceId;
    private final IntColumn argSetId;
    private final LongMap<FlowEnd> active = new LongMap<>();
    private final Map<NamedId, Long> idsOfNamed = new HashMap<>();
    private final LongMap<NamedId> namesOfIds = new LongMap<>();
    private final LongMap<long[]> pending = new LongMap<>();
    private long nextNamedId;

    private record FlowEnd(int slice, long ts) {}

    private record NamedId(long id, int category, int name) {

        // Hand-written, because initializing the generated methods takes milliseconds, and the generated hash
        // distributes ids that are memory addresses poorly.
        @Override
        public boolean equals(Object o) {
            return o instanceof NamedId n && n.id == id && n.category == category && n.name == name;
        }

        @Override
        public int hashCode() {
            return (int) ((id * 0x9E3779B97F4A7C15L >>> 32) ^ category * 31 + name);
        }
    }

    /// @param slices tracker of the slices that flows connect
    public FlowTracker(TraceStorage storage, SliceTracker slices, ArgSets args, StatsTracker.View stats) {
        strings = storage.strings();
        this.slices = slices;
        this.args = args;
        this.stats = stats;
        this.table = storage.table(TableNames.Flow.TABLE);
        sliceOut = table.ints(TableNames.Flow.SLICE_OUT);
        sliceIn = table.ints(TableNames.Flow.SLICE_IN);
        traceId = table.longs(TableNames.Flow.TRACE_ID);
        argSetId = table.ints(TableNames.Flow.ARG_SET_ID);
        slices.onBegin(this::onSliceBegin);
    }

    /// Starts a flow at the innermost slice of a track.
    public void begin(int track, long flow) {
        int slice = enclosing(track);
        if (slice >= 0) {
            beginAt(slice, slices.topmostTs(track), flow);
        }
    }

    /// Starts a flow at a slice.
    ///
    /// @param ts start of the slice in ns
    public void beginAt(int slice, long ts, long flow) {
        if (active.containsKey(flow)) {
            stats.increment(StatNames.FLOW_DUPLICATE_ID);
        } else {
            active.put(flow, new FlowEnd(slice, ts));
        }
    }

    /// Continues a flow at the innermost slice of a track.
    public void step(int track, long flow) {
        int slice = enclosing(track);
        if (slice >= 0) {
            stepAt(slice, slices.topmostTs(track), flow);
        }
    }

    /// Continues a flow at a slice.
    public void stepAt(int slice, long ts, long flow) {
        FlowEnd previous = active.get(flow);
        if (previous == null) {
            stats.increment(StatNames.FLOW_STEP_WITHOUT_START);
            return;
        }
        join(flow, previous, slice, ts);
        active.put(flow, new FlowEnd(slice, ts));
    }

    /// Ends a flow at the innermost open slice of a track, or at the next slice that begins there.
    ///
    /// @param isAtEnclosing whether the flow ends at the slice that is open now
    /// @param closesFlow whether the flow id may be reused for another flow afterwards
    public void end(int track, long flow, boolean isAtEnclosing, boolean closesFlow) {
        if (!isAtEnclosing) {
            long[] waiting = pending.get(track);
            waiting = waiting == null ? new long[1] : Arrays.copyOf(waiting, waiting.length + 1);
            waiting[waiting.length - 1] = flow;
            pending.put(track, waiting);
            return;
        }
        int slice = enclosing(track);
        if (slice >= 0) {
            endAt(slice, slices.topmostTs(track), flow, closesFlow);
        }
    }

    /// Ends a flow at a slice.
    public void endAt(int slice, long ts, long flow, boolean closesFlow) {
        FlowEnd previous = active.get(flow);
        if (previous == null) {
            stats.increment(StatNames.FLOW_END_WITHOUT_START);
            return;
        }
        if (closesFlow) {
            active.remove(flow);
        }
        join(flow, previous, slice, ts);
    }

    /// Returns whether a flow has begun and not been closed.
    public boolean isActive(long flow) {
        return active.containsKey(flow);
    }

    /// Returns the flow for an id in the legacy format, which is scoped by category and name.
    public long namedFlow(long id, int categoryId, int nameId) {
        NamedId key = new NamedId(id, categoryId, nameId);
        Long existing = idsOfNamed.get(key);
        if (existing != null) {
            return existing;
        }
        long flow = nextNamedId++;
        namesOfIds.put(flow, key);
        idsOfNamed.put(key, flow);
        return flow;
    }

    /// Adds a flow without an id.
    public void add(int from, int to) {
        row(from, to, LongColumn.NULL);
    }

    private int enclosing(int track) {
        int slice = slices.topmost(track);
        if (slice < 0) {
            stats.increment(StatNames.FLOW_NO_ENCLOSING_SLICE);
        }
        return slice;
    }

    private void onSliceBegin(int track, int slice) {
        if (pending.size() == 0) {
            return;
        }
        long[] flows = pending.remove(track);
        if (flows == null) {
            return;
        }
        for (long flow : flows) {
            FlowEnd previous = active.get(flow);
            if (previous == null) {
                // In place of an unknown slice, trace processor uses the very first one.
                active.put(flow, new FlowEnd(0, Long.MIN_VALUE));
                insert(flow, 0, slice);
            } else {
                insert(flow, previous.slice, slice);
            }
        }
    }

    private void join(long flow, FlowEnd before, int slice, long ts) {
        if (before.ts > ts) {
            insert(flow, slice, before.slice);
        } else {
            insert(flow, before.slice, slice);
        }
    }

    private void insert(long flow, int from, int to) {
        NamedId named = namesOfIds.get(flow);
        int row = row(from, to, flow);
        if (named != null) {
            ArgSetBuilder b = args.builder();
            b.addString(strings.intern("name"), named.name).addString(strings.intern("cat"), named.category);
            argSetId.set(row, args.commit(b));
        }
    }

    private int row(int from, int to, long flow) {
        int row = table.addRow();
        sliceOut.set(row, from);
        sliceIn.set(row, to);
        traceId.set(row, flow);
        return row;
    }
}
