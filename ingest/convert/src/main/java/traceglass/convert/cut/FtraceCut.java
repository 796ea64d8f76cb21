package traceglass.convert.cut;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.CompactSched;

/// Rewrites ftrace bundles, without the events that are not kept (ftrace/ftrace_event_bundle.proto).
final class FtraceCut implements FtraceBundleReader.Visitor {

    private static final int[] SWITCH_COLUMNS = {
        CompactSched.SWITCH_PREV_STATE_FIELD_NUMBER,
        CompactSched.SWITCH_NEXT_PID_FIELD_NUMBER,
        CompactSched.SWITCH_NEXT_PRIO_FIELD_NUMBER,
        CompactSched.SWITCH_NEXT_COMM_INDEX_FIELD_NUMBER
    };
    private static final int[] WAKING_COLUMNS = {
        CompactSched.WAKING_PID_FIELD_NUMBER,
        CompactSched.WAKING_TARGET_CPU_FIELD_NUMBER,
        CompactSched.WAKING_PRIO_FIELD_NUMBER,
        CompactSched.WAKING_COMM_INDEX_FIELD_NUMBER,
        CompactSched.WAKING_COMMON_FLAGS_FIELD_NUMBER
    };

    /// The kept compact events of one type.
    private static final class KeptEvents {

        private final int timeColumn;
        private final int[] columns;
        private final ProtoOutput[] values;
        private final ProtoOutput times = new ProtoOutput();
        private int count;
        private long last;

        KeptEvents(int timeColumn, int[] columns) {
            this.timeColumn = timeColumn;
            this.columns = columns;
            values = new ProtoOutput[columns.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = new ProtoOutput();
            }
        }

        void clear() {
            count = 0;
            last = 0;
            times.clear();
            for (ProtoOutput column : values) {
                column.clear();
            }
        }

        void add(FtraceBundleReader.Columns all, int i, long shift) {
            long time = all.value(timeColumn, i) + shift;
            times.rawVarint(time - last);
            last = time;
            for (int c = 0; c < columns.length; c++) {
                // Older recorders do not write all columns.
                if (all.values[columns[c]].length > i) {
                    values[c].rawVarint(all.values[columns[c]][i]);
                }
            }
            count++;
        }

        void writeTo(ProtoOutput out) {
            if (count > 0) {
                out.bytes(timeColumn, times.buffer(), 0, times.size());
                for (int c = 0; c < columns.length; c++) {
                    if (values[c].size() > 0) {
                        out.bytes(columns[c], values[c].buffer(), 0, values[c].size());
                    }
                }
            }
        }
    }

    private final CutPlan plan;
    private final FtraceBundleReader bundleReader;
    private final Set<Long> seenCpus = new HashSet<>();
    private final KeptEvents switches = new KeptEvents(CompactSched.SWITCH_TIMESTAMP_FIELD_NUMBER, SWITCH_COLUMNS);
    private final KeptEvents wakings = new KeptEvents(CompactSched.WAKING_TIMESTAMP_FIELD_NUMBER, WAKING_COLUMNS);
    private final ProtoOutput events = new ProtoOutput();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor nested = new ProtoCursor();
    private long base;
    private int count;

    FtraceCut(CutPlan plan, PacketSelector selector) {
        bundleReader = new FtraceBundleReader(selector);
        this.plan = plan;
    }

    /// Writes the bundle of a packet as a field, with only the kept events. Writes nothing if there are no
    /// events and no other fields to keep.
    void write(CutPacketReader reader, ProtoOutput out) {
        base = FtraceState.id(reader.ordinal(), 0);
        count = 0;
        events.clear();
        switches.clear();
        wakings.clear();
        bundleReader.read(reader.packet, reader.times, this);
        boolean isFirst = seenCpus.add((long) reader.packet.machineId() << 32 | bundleReader.cpu() & 0xFFFF_FFFFL);
        boolean hasEvents = count + switches.count + wakings.count > 0;
        if (!isFirst && !hasEvents && !bundleReader.hasDescriptors()) {
            return;
        }
        int message = out.begin(reader.packet.field());
        for (reader.packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case FtraceEventBundle.EVENT_FIELD_NUMBER -> {}
                case FtraceEventBundle.COMPACT_SCHED_FIELD_NUMBER -> writeCompact(out);
                case FtraceEventBundle.LOST_EVENTS_FIELD_NUMBER -> {
                    if (hasEvents) {
                        out.copy(cursor);
                    }
                }
                // In the first bundle of a CPU, these give the time from which its events are complete.
                // Other bundles could become the first bundle of the cut, where they would be wrong.
                case FtraceEventBundle.LAST_READ_EVENT_TIMESTAMP_FIELD_NUMBER,
                        FtraceEventBundle.PREVIOUS_BUNDLE_END_TIMESTAMP_FIELD_NUMBER -> {
                    if (isFirst) {
                        out.copy(cursor);
                    }
                }
                default -> out.copy(cursor);
            }
        }
        out.raw(events.buffer(), 0, events.size());
        out.end(message);
    }

    private void writeCompact(ProtoOutput out) {
        if (switches.count + wakings.count == 0) {
            return;
        }
        int message = out.begin(cursor.field());
        for (nested.enter(cursor); nested.next(); ) {
            if (nested.field() == CompactSched.INTERN_TABLE_FIELD_NUMBER) {
                out.copy(nested);
            }
        }
        switches.writeTo(out);
        wakings.writeTo(out);
        out.end(message);
        switches.clear();
        wakings.clear();
    }

    /// Returns the new time of an event, or null if it is not kept.
    private @Nullable Long newTime(int index, long ts) {
        if (plan.contains(ts)) {
            return ts;
        }
        return ts < plan.start && index < FtraceBundleReader.MAX_INDEX ? plan.ftrace.get(base + index) : null;
    }

    @Override
    public void onEvent(int index, long ts, int id, long tid) {
        Long time = newTime(index < FtraceBundleReader.COMPACT_SWITCHES ? index : FtraceBundleReader.MAX_INDEX, ts);
        if (time == null) {
            return;
        }
        count++;
        if (time == ts) {
            events.copy(bundleReader.bundle());
            return;
        }
        int message = events.begin(FtraceEventBundle.EVENT_FIELD_NUMBER);
        for (nested.enter(bundleReader.bundle()); nested.next(); ) {
            if (nested.field() == FtraceEvent.TIMESTAMP_FIELD_NUMBER) {
                events.varint(nested.field(), nested.asLong() + time - ts);
            } else {
                events.copy(nested);
            }
        }
        events.end(message);
    }

    @Override
    public void onCompactSwitch(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        keep(switches, index, ts, columns, i);
    }

    @Override
    public void onCompactWaking(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        keep(wakings, index, ts, columns, i);
    }

    private void keep(KeptEvents events, int index, long ts, FtraceBundleReader.Columns columns, int i) {
        Long time = newTime(index, ts);
        if (time != null) {
            events.add(columns, i, time - ts);
        }
    }
}
