package traceglass.ingest.fuchsia;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the events of a trace in time order.
final class FuchsiaEvents implements EventSink {

    private static final TrackType COUNTER =
            TrackType.counter("fuchsia_counter", null, TrackType.UPID, TrackType.Dimension.ofString("name"));
    private static final int PRIO_INFO = 4;

    private final ImportContext context;
    private final StringPool strings;
    private final FuchsiaSched sched;
    private final FuchsiaFlows flows;
    private long[] words;
    private int position;
    private int arguments;

    FuchsiaEvents(ImportContext context, LongMap<Long> pidOfTid) {
        this.context = context;
        strings = context.strings();
        sched = new FuchsiaSched(context, pidOfTid);
        flows = new FuchsiaFlows(context);
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        words = (long[]) ref;
        position = (int) data;
        int kind = EventStore.kind(words[position]);
        arguments = EventStore.argumentCount(words[position]);
        switch (kind) {
            case EventStore.LEGACY_SWITCH -> sched.handleLegacySwitch(ts, words, position + 1);
            case EventStore.SWITCH -> sched.handleContextSwitch(ts, words, position + 1, arguments);
            case EventStore.WAKEUP -> sched.handleWakeup(ts, words, position + 1, arguments);
            case EventStore.LOG -> addLog(ts);
            default -> handleEvent(ts, kind);
        }
    }

    private void handleEvent(long ts, int kind) {
        long pid = words[position + 1];
        long tid = words[position + 2];
        int category = (int) (words[position + 3] >>> 32);
        int name = (int) words[position + 3];
        long value = words[position + 4];
        ArgsWriter args = arguments == 0 ? null : this::writeArguments;
        switch (kind) {
            case FuchsiaRecord.INSTANT -> context.slices().scoped(ts, 0, track(pid, tid), category, name, args);
            case FuchsiaRecord.COUNTER -> addCounters(ts, pid, name, value);
            case FuchsiaRecord.BEGIN -> context.slices().begin(ts, track(pid, tid), category, name, args);
            // Category and name are omitted, because the order of slice ends with equal times does not matter.
            case FuchsiaRecord.END -> context.slices().end(ts, track(pid, tid), StringPool.NULL, StringPool.NULL, args);
            case FuchsiaRecord.COMPLETE -> context.slices().scoped(ts, value, track(pid, tid), category, name, args);
            case FuchsiaRecord.ASYNC_BEGIN ->
                context.slices()
                        .begin(ts, track(pid, name, value, TrackCompressor.AsyncKind.BEGIN), category, name, args);
            case FuchsiaRecord.ASYNC_INSTANT ->
                context.slices()
                        .scoped(
                                ts,
                                0,
                                track(pid, name, value, TrackCompressor.AsyncKind.INSTANT),
                                category,
                                name,
                                args);
            case FuchsiaRecord.ASYNC_END ->
                context.slices().end(ts, track(pid, name, value, TrackCompressor.AsyncKind.END), category, name, args);
            case FuchsiaRecord.FLOW_BEGIN -> flows.begin(track(pid, tid), pid, value);
            case FuchsiaRecord.FLOW_STEP -> flows.step(track(pid, tid), pid, value);
            case FuchsiaRecord.FLOW_END -> flows.end(track(pid, tid), pid, value);
            default -> context.stats().increment(StatNames.FUCHSIA_INVALID_EVENT);
        }
    }

    private void writeArguments(ArgSetBuilder args) {
        Argument.write(words, position + 5, arguments, strings, args);
    }

    private int track(long pid, long tid) {
        return context.tracks().threadTrack(context.processes().updateThread(tid, pid));
    }

    private int track(long pid, int name, long id, TrackCompressor.AsyncKind kind) {
        int upid = context.processes().process(pid);
        return context.compressor().legacyAsync(name, upid, id, false, StringPool.NULL, kind);
    }

    /// Adds one sample for each argument: an event holds the values of several counters.
    private void addCounters(long ts, long pid, int name, long id) {
        int upid = context.processes().process(pid);
        for (int i = 0; i < arguments; i++) {
            int key = position + 5 + 2 * i;
            long value = words[key + 1];
            double sample;
            switch ((int) (words[key] >>> 32)) {
                case Argument.INT32, Argument.UINT32, Argument.INT64 -> sample = value;
                case Argument.UINT64 -> sample = unsigned(value);
                case Argument.DOUBLE -> sample = Double.longBitsToDouble(value);
                default -> {
                    context.stats().increment(StatNames.FUCHSIA_NON_NUMERIC_COUNTERS);
                    continue;
                }
            }
            int counter = strings.intern(
                    strings.get(name) + ":" + strings.get((int) words[key]) + ":" + Long.toUnsignedString(id));
            context.counters().push(ts, sample, context.tracks().intern(COUNTER, counter, upid, counter));
        }
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
    }

    private void addLog(long ts) {
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int utid = context.processes().updateThread(words[position + 2], words[position + 1]);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        table.ints(TableNames.Logs.UTID).set(row, utid);
        table.longs(TableNames.Logs.PRIO).set(row, PRIO_INFO);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("fuchsia"));
        table.strings(TableNames.Logs.TAG).set(row, (int) (words[position + 3] >>> 32));
        table.strings(TableNames.Logs.MSG).set(row, (int) words[position + 3]);
    }
}
