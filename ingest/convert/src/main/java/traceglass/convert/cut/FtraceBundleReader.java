package traceglass.convert.cut;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.reader.PacketTimes;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.CompactSched;
import traceglass.protos.ftrace.FtraceEventBundleDecoder;
import traceglass.protos.ftrace.FtraceEventDecoder;
import traceglass.store.table.LongColumn;

/// Reads the events of ftrace bundles with their trace times (ftrace/ftrace_event_bundle.proto).
final class FtraceBundleReader {

    /// Index of the first event in the compact columns; switches come before wakings.
    static final int COMPACT_SWITCHES = 1 << 20;

    static final int COMPACT_WAKINGS = 1 << 21;
    static final int MAX_INDEX = 1 << 22;

    /// Columns of compact events by field number, with absolute times.
    static final class Columns {

        final long[][] values = new long[CompactSched.WAKING_COMMON_FLAGS_FIELD_NUMBER + 1][];
        /// Trace times.
        long[] switchTs = {};

        long[] wakingTs = {};

        Columns() {
            Arrays.fill(values, new long[0]);
        }

        /// Returns the value of an event in a column; 0 if the column is shorter.
        long value(int column, int i) {
            return i < values[column].length ? values[column][i] : 0;
        }
    }

    /// Receiver of events. The current event of the `event` field can be read with [FtraceBundleReader#onEvent].
    interface Visitor {

        /// @param index position of the event in the bundle
        /// @param id field number of the event's message; 0 if it has none
        void onEvent(int index, long ts, int id, long tid);

        void onCompactSwitch(int index, long ts, Columns columns, int i);

        void onCompactWaking(int index, long ts, Columns columns, int i);
    }

    private final PacketSelector selector;
    private final ProtoCursor bundle = new ProtoCursor();
    private final FtraceEventBundleDecoder header = new FtraceEventBundleDecoder();
    private final FtraceEventDecoder event = new FtraceEventDecoder();
    private final ProtoCursor columns = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();
    private int cpu;
    /// Index of the current event's message among its other fields.
    private int payload;
    private @Nullable ClockId clock;

    /// @param selector selects the events that visitors receive
    FtraceBundleReader(PacketSelector selector) {
        this.selector = selector;
    }

    /// Reads the bundle in the selected field of a packet.
    void read(Packet packet, PacketTimes times, Visitor visitor) {
        readHeader(packet, times);
        if (clock == null) {
            return;
        }
        int index = 0;
        for (packet.enter(bundle); bundle.next(); ) {
            if (bundle.field() == FtraceEventBundle.EVENT_FIELD_NUMBER && bundle.wire() == ProtoCursor.BYTES) {
                visit(packet, times, visitor, index++);
            } else if (bundle.field() == FtraceEventBundle.COMPACT_SCHED_FIELD_NUMBER
                    && selector.includesScheduling()) {
                visitCompact(columns(times), visitor);
            }
        }
    }

    /// Reads the fields that apply to all events of the bundle.
    private void readHeader(Packet packet, PacketTimes times) {
        packet.decode(header);
        cpu = header.hasCpu() ? header.cpu() : -1;
        clock = times.ftrace()
                .of(
                        header.hasFtraceClock() ? header.ftraceClock() : -1,
                        packet.sequenceId(),
                        header.hasFtraceTimestamp() ? header.ftraceTimestamp() : LongColumn.NULL,
                        header.hasBootTimestamp() ? header.bootTimestamp() : LongColumn.NULL);
    }

    private void visit(Packet packet, PacketTimes times, Visitor visitor, int index) {
        event.decode(bundle.buffer(), bundle.offset(), bundle.length());
        payload = 0;
        while (payload < event.otherCount() && event.otherWire(payload) != MessageDecoder.BYTES) {
            payload++;
        }
        boolean hasPayload = payload < event.otherCount();
        if (hasPayload && !selector.includesEvent(packet, event, payload)) {
            return;
        }
        long ts =
                event.hasTimestamp() && clock != null ? times.toTraceTime(clock, event.timestamp()) : PacketTimes.NONE;
        visitor.onEvent(index, ts, hasPayload ? event.otherNumber(payload) : 0, event.pid() & 0xFFFF_FFFFL);
    }

    private void visitCompact(Columns all, Visitor visitor) {
        for (int i = 0; i < all.switchTs.length; i++) {
            visitor.onCompactSwitch(COMPACT_SWITCHES + i, all.switchTs[i], all, i);
        }
        for (int i = 0; i < all.wakingTs.length; i++) {
            visitor.onCompactWaking(COMPACT_WAKINGS + i, all.wakingTs[i], all, i);
        }
    }

    /// Reads the compact events in the current field of the bundle.
    private Columns columns(PacketTimes times) {
        Columns all = new Columns();
        for (columns.enter(bundle); columns.next(); ) {
            int field = columns.field();
            if (field == CompactSched.INTERN_TABLE_FIELD_NUMBER || field <= 0 || field >= all.values.length) {
                continue;
            }
            packed.enter(columns);
            long[] values = new long[packed.countVarints()];
            int n = 0;
            while (n < values.length && packed.nextVarint()) {
                values[n++] = packed.asLong();
            }
            all.values[field] = n == values.length ? values : Arrays.copyOf(values, n);
        }
        all.switchTs = times(all.values[CompactSched.SWITCH_TIMESTAMP_FIELD_NUMBER], times);
        all.wakingTs = times(all.values[CompactSched.WAKING_TIMESTAMP_FIELD_NUMBER], times);
        return all;
    }

    /// Converts the deltas to absolute trace times.
    private long[] times(long[] deltas, PacketTimes times) {
        long[] ts = new long[deltas.length];
        long sum = 0;
        for (int i = 0; i < deltas.length; i++) {
            sum += deltas[i];
            deltas[i] = sum;
            ts[i] = clock == null ? PacketTimes.NONE : times.toTraceTime(clock, sum);
        }
        return ts;
    }

    /// Returns the CPU of the bundle; -1 if it is unknown.
    int cpu() {
        return cpu;
    }

    /// Returns whether the bundle describes kernel events.
    boolean hasDescriptors() {
        return header.genericEventDescriptorsCount() > 0;
    }

    /// Moves a cursor to the start of the current event's message and returns it.
    ProtoCursor enterPayload(ProtoCursor cursor) {
        return cursor.enter(bundle.buffer(), event.otherOffset(payload), event.otherLength(payload));
    }

    /// Returns the cursor at the current field of the bundle.
    ProtoCursor bundle() {
        return bundle;
    }
}
