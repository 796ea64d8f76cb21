package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Rewrites packets so that their times, packet sequences and flows differ between repetitions.
///
/// Packets must be passed in file order, because the meaning of their clock ids depends on earlier packets.
final class PacketRewriter {

    // Field numbers of ftrace bundles, compact scheduling and track events, from Perfetto's proto files.
    private static final int BUNDLE_EVENT = 2;
    private static final int BUNDLE_COMPACT_SCHED = 4;
    private static final Set<Integer> BUNDLE_TIMES = Set.of(6, 7, 9, 10);
    private static final Set<Integer> COMPACT_TIMES = Set.of(1, 7);
    private static final int FLOW_IDS = 47;
    private static final int TERMINATING_FLOW_IDS = 48;
    private static final int TIMESTAMP_ABSOLUTE_US = 16;
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
                case PacketFields.SEQUENCE_ID -> sequence = header.readUInt64();
                case PacketFields.CLOCK_ID -> clock = header.readUInt64();
                default -> header.skipField(tag);
            }
        }
        long clockId = clock >= 0 ? clock : defaultClocks.getOrDefault(sequence, 0L);
        boolean isIncremental =
                incrementalClocks.getOrDefault(sequence, Set.of()).contains(clockId);
        CodedInputStream in = CodedInputStream.newInstance(packet);
        for (int tag; (tag = in.readTag()) != 0; ) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == PacketFields.TIMESTAMP && !isIncremental) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_NS, 1);
            } else if (field == PacketFields.SEQUENCE_ID) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.SEQUENCE, 1);
            } else if (field == PacketFields.FTRACE_EVENTS) {
                out.writeNested(tag, rewriteBundle(in.readByteArray()));
            } else if (field == PacketFields.CLOCK_SNAPSHOT) {
                out.writeNested(tag, rewriteSnapshot(in.readByteArray(), sequence));
            } else if (field == PacketFields.TRACK_EVENT) {
                out.writeNested(tag, rewriteTrackEvent(in.readByteArray()));
            } else if (field == PacketFields.DEFAULTS) {
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
        CodedInputStream in = CodedInputStream.newInstance(defaults);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (WireFormat.getTagFieldNumber(tag) == PacketFields.CLOCK_ID) {
                defaultClocks.put(sequence, in.readUInt64());
            } else {
                in.skipField(tag);
            }
        }
    }

    private PatchedBytes rewriteBundle(byte[] bundle) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(bundle);
        for (int tag; (tag = in.readTag()) != 0; ) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == BUNDLE_EVENT) {
                out.writeNested(tag, rewriteFtraceEvent(in.readByteArray()));
            } else if (field == BUNDLE_COMPACT_SCHED) {
                out.writeNested(tag, rewriteCompactSched(in.readByteArray()));
            } else if (BUNDLE_TIMES.contains(field)) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_NS, 1);
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    /// Rewrites an ftrace event, whose first field is its time.
    private PatchedBytes rewriteFtraceEvent(byte[] event) throws IOException {
        PatchedBytes out = new PatchedBytes(repetition);
        CodedInputStream in = CodedInputStream.newInstance(event);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (WireFormat.getTagFieldNumber(tag) == 1) {
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
            if (WireFormat.getTagFieldNumber(tag) != PacketFields.CLOCKS) {
                out.copy(tag, in);
                continue;
            }
            byte[] bytes = in.readByteArray();
            SnapshotClock clock = SnapshotClock.read(bytes);
            if (clock.id() >= FIRST_SEQUENCE_CLOCK && clock.isIncremental()) {
                incrementalClocks
                        .computeIfAbsent(sequence, s -> new HashSet<>())
                        .add(clock.id());
            }
            PatchedBytes shifted = new PatchedBytes(repetition);
            CodedInputStream fields = CodedInputStream.newInstance(bytes);
            for (int t; (t = fields.readTag()) != 0; ) {
                if (WireFormat.getTagFieldNumber(t) == PacketFields.CLOCK_TIMESTAMP) {
                    shifted.writeNumber(t, fields.readUInt64(), Repetition.Kind.TIME_CLOCK_UNIT, clock.unitNs());
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
            if (field == TIMESTAMP_ABSOLUTE_US) {
                out.writeNumber(tag, in.readUInt64(), Repetition.Kind.TIME_US, 1);
            } else if ((field == FLOW_IDS || field == TERMINATING_FLOW_IDS)
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
