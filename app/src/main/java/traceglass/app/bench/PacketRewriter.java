package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.CompactSched;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacketDefaults;
import traceglass.protos.trackevent.TrackEvent;

/// Rewrites packets so that their times, packet sequences and flows differ between repetitions.
///
/// Packets must be passed in file order, because the meaning of their clock ids depends on earlier packets. Fields are
/// copied without decoding them, so that unknown ones are kept and the order stays.
final class PacketRewriter {

    private static final Set<Integer> BUNDLE_TIMES = Set.of(
            FtraceEventBundle.FTRACE_TIMESTAMP_FIELD_NUMBER,
            FtraceEventBundle.BOOT_TIMESTAMP_FIELD_NUMBER,
            FtraceEventBundle.LAST_READ_EVENT_TIMESTAMP_FIELD_NUMBER,
            FtraceEventBundle.PREVIOUS_BUNDLE_END_TIMESTAMP_FIELD_NUMBER);
    private static final Set<Integer> COMPACT_TIMES =
            Set.of(CompactSched.SWITCH_TIMESTAMP_FIELD_NUMBER, CompactSched.WAKING_TIMESTAMP_FIELD_NUMBER);
    private static final int FIRST_SEQUENCE_CLOCK = 64;

    /// Default clock ids by sequence id.
    private final Map<Long, Long> defaultClocks = new HashMap<>();
    /// Ids of clocks with incremental timestamps by sequence id.
    private final Map<Long, Set<Long>> incrementalClocks = new HashMap<>();
    private final Repetition repetition;

    PacketRewriter(Repetition repetition) {
        this.repetition = repetition;
    }

    /// Returns the packet as a template for all repetitions.
    PatchedBytes rewrite(byte[] packet) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        long sequence = 0;
        long clock = -1;
        CodedInputStream header = CodedInputStream.newInstance(packet);
        for (int tag; (tag = header.readTag()) != 0; ) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER -> sequence = header.readUInt64();
                case TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER -> clock = header.readUInt64();
                default -> header.skipField(tag);
            }
        }
        long clockId = clock >= 0 ? clock : defaultClocks.getOrDefault(sequence, 0L);
        boolean isIncremental =
                incrementalClocks.getOrDefault(sequence, Set.of()).contains(clockId);
        CodedInputStream in = CodedInputStream.newInstance(packet);
        for (int tag; (tag = in.readTag()) != 0; ) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == TracePacket.TIMESTAMP_FIELD_NUMBER && !isIncremental) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_NS, 1);
            } else if (field == TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.SEQUENCE, 1);
            } else if (field == TracePacket.FTRACE_EVENTS_FIELD_NUMBER) {
                out.writeNested(tag, rewriteBundle(in.readByteArray()));
            } else if (field == TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER) {
                out.writeNested(tag, rewriteSnapshot(in.readByteArray(), sequence));
            } else if (field == TracePacket.TRACK_EVENT_FIELD_NUMBER) {
                out.writeNested(tag, rewriteTrackEvent(in.readByteArray()));
            } else if (field == TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER) {
                byte[] defaults = in.readByteArray();
                readDefaults(defaults, sequence);
                out.writeField(tag, defaults);
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    private void readDefaults(byte[] defaults, long sequence) throws IOException {
        TracePacketDefaults fields = TracePacketDefaults.parseFrom(defaults);
        if (fields.hasTimestampClockId()) {
            defaultClocks.put(sequence, Integer.toUnsignedLong(fields.getTimestampClockId()));
        }
    }

    private PatchedBytes rewriteBundle(byte[] bundle) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(bundle);
        for (int tag; (tag = in.readTag()) != 0; ) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == FtraceEventBundle.EVENT_FIELD_NUMBER) {
                out.writeNested(tag, rewriteFtraceEvent(in.readByteArray()));
            } else if (field == FtraceEventBundle.COMPACT_SCHED_FIELD_NUMBER) {
                out.writeNested(tag, rewriteCompactSched(in.readByteArray()));
            } else if (BUNDLE_TIMES.contains(field)) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_NS, 1);
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    private PatchedBytes rewriteFtraceEvent(byte[] event) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(event);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (WireFormat.getTagFieldNumber(tag) == FtraceEvent.TIMESTAMP_FIELD_NUMBER) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_NS, 1);
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    /// Rewrites compact scheduling: of its packed times, only the first is absolute.
    private PatchedBytes rewriteCompactSched(byte[] sched) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(sched);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (!COMPACT_TIMES.contains(WireFormat.getTagFieldNumber(tag))) {
                out.copy(tag, in);
                continue;
            }
            byte[] packed = in.readByteArray();
            PatchedBytes times = new PatchedBytes(repetition);
            if (packed.length > 0) {
                CodedInputStream first = CodedInputStream.newInstance(packed);
                times.writePatched(first.readUInt64(), Repetition.Kind.TIME_NS, 1);
                times.writeRaw(packed, first.getTotalBytesRead(), packed.length);
            }
            out.writeNested(tag, times);
        }
        return out;
    }

    private PatchedBytes rewriteSnapshot(byte[] snapshot, long sequence) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(snapshot);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (WireFormat.getTagFieldNumber(tag) != ClockSnapshot.CLOCKS_FIELD_NUMBER) {
                out.copy(tag, in);
                continue;
            }
            byte[] bytes = in.readByteArray();
            ClockSnapshot.Clock clock = ClockSnapshot.Clock.parseFrom(bytes);
            long id = Integer.toUnsignedLong(clock.getClockId());
            if (id >= FIRST_SEQUENCE_CLOCK && clock.getIsIncremental()) {
                incrementalClocks
                        .computeIfAbsent(sequence, s -> new HashSet<>())
                        .add(id);
            }
            long unitNs = Math.max(1, clock.getUnitMultiplierNs());
            PatchedBytes shifted = new PatchedBytes(repetition);
            CodedInputStream fields = CodedInputStream.newInstance(bytes);
            for (int t; (t = fields.readTag()) != 0; ) {
                if (WireFormat.getTagFieldNumber(t) == ClockSnapshot.Clock.TIMESTAMP_FIELD_NUMBER) {
                    shifted.writeNumber(t, fields.readUInt64(), Repetition.Kind.TIME_CLOCK_UNIT, unitNs);
                } else {
                    shifted.copy(t, fields);
                }
            }
            out.writeNested(tag, shifted);
        }
        return out;
    }

    private PatchedBytes rewriteTrackEvent(byte[] event) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(event);
        for (int tag; (tag = in.readTag()) != 0; ) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == TrackEvent.TIMESTAMP_ABSOLUTE_US_FIELD_NUMBER) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_US, 1);
            } else if ((field == TrackEvent.FLOW_IDS_FIELD_NUMBER
                            || field == TrackEvent.TERMINATING_FLOW_IDS_FIELD_NUMBER)
                    && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_FIXED64) {
                out.writeVarint(tag);
                out.writePatchedFixed(in.readFixed64());
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }
}
