package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// Makes a large Perfetto trace of a smaller one, to measure how costs grow: its packets again and again, each time later, and on
/// packet sequences and flows of their own.
///
/// Times are moved where the format has them: in packets, clock snapshots, ftrace events and compact scheduling. Times that count from
/// the one before move with their clock's snapshot. A number that is changed is written as long as the largest it becomes, so that
/// every repetition has the same length and only these numbers are written anew.
public final class RepeatedTrace {

    // Field numbers of TracePacket and what is in it, from the format's definitions.
    private static final int FTRACE_EVENTS = 1;
    private static final int CLOCK_SNAPSHOT = 6;
    private static final int TIMESTAMP = 8;
    private static final int SEQUENCE_ID = 10;
    private static final int TRACK_EVENT = 11;
    private static final int CLOCK_ID = 58;
    private static final int DEFAULTS = 59;
    private static final int SERVICE_EVENT = 69;
    /// The session's config and uuid.
    private static final Set<Integer> ONCE = Set.of(33, 89);
    /// All data sources started, tracing started, tracing disabled.
    private static final Set<Integer> SESSION_EVENTS = Set.of(1, 2, 5);
    private static final int BUNDLE_EVENT = 2;
    private static final int BUNDLE_COMPACT_SCHED = 4;
    private static final Set<Integer> BUNDLE_TIMES = Set.of(6, 7, 9, 10);
    private static final Set<Integer> COMPACT_TIMES = Set.of(1, 7);
    private static final int FLOW_IDS = 47;
    private static final int TERMINATING_FLOW_IDS = 48;
    private static final int TIMESTAMP_ABSOLUTE_US = 16;
    private static final int FIRST_SEQUENCE_CLOCK = 64;

    private static final long MS = 1_000_000;

    /// What each repetition adds to a number.
    private enum Kind { TIME_NS, TIME_US, TIME_OWN_UNIT, SEQUENCE, FLOW }

    private final Map<Long, Long> defaultClocks = new HashMap<>();
    private final Map<Long, Set<Long>> incremental = new HashMap<>();
    private final int copies;
    private final long stepNs;
    private final long sequences;
    private final Bytes template = new Bytes();
    /// Where in the template packets stand that a session has once: start and end of each.
    private final List<int[]> once = new ArrayList<>();

    private RepeatedTrace(byte[] trace, int copies) throws IOException {
        this.copies = copies;
        Extent extent = new Extent();
        eachPacket(trace, extent::packet);
        stepNs = (Math.max(0, extent.last - extent.first) / MS + 1000) * MS;
        sequences = extent.lastSequence + 1;
        eachPacket(trace, packet -> {
            Bytes out = new Bytes();
            packet(packet, out);
            int start = template.size;
            template.tag(1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            template.nested(out);
            if (isOnce(packet)) {
                once.add(new int[] {start, template.size});
            }
        });
    }

    /// Writes the packets of `trace`, which may be gzipped, as often as it takes to fill `size` bytes.
    ///
    /// @return the number of bytes written: whole repetitions, at least one
    /// @throws IOException also where `trace` is no Perfetto trace
    public static long write(Path trace, Path out, long size) throws IOException {
        byte[] bytes = read(trace);
        int copies = Math.toIntExact(Math.max(1, (size + bytes.length / 2) / Math.max(1, bytes.length)));
        RepeatedTrace repeated = new RepeatedTrace(bytes, copies);
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(out), 1 << 20)) {
            for (int i = 0; i < copies; i++) {
                repeated.copy(i);
                repeated.write(to, i == 0);
            }
        }
        return Files.size(out);
    }

    private void write(OutputStream to, boolean whole) throws IOException {
        int from = 0;
        for (int[] packet : whole ? List.<int[]>of() : once) {
            to.write(template.bytes, from, packet[0] - from);
            from = packet[1];
        }
        to.write(template.bytes, from, template.size - from);
    }

    /// Whether a packet is about the session as a whole. Its start, above all: ftrace events from before it would be dropped.
    private static boolean isOnce(byte[] packet) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(packet);
        for (int tag; (tag = in.readTag()) != 0;) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (ONCE.contains(field)) {
                return true;
            }
            if (field == SERVICE_EVENT) {
                CodedInputStream event = CodedInputStream.newInstance(in.readByteArray());
                for (int t; (t = event.readTag()) != 0;) {
                    if (SESSION_EVENTS.contains(WireFormat.getTagFieldNumber(t))) {
                        return true;
                    }
                    event.skipField(t);
                }
            } else {
                in.skipField(tag);
            }
        }
        return false;
    }

    private static byte[] read(Path trace) throws IOException {
        try (InputStream in = Files.newInputStream(trace)) {
            byte[] all = in.readAllBytes();
            if (all.length > 2 && all[0] == 0x1f && all[1] == (byte) 0x8b) {
                try (InputStream unpacked = new GZIPInputStream(new java.io.ByteArrayInputStream(all))) {
                    return unpacked.readAllBytes();
                }
            }
            return all;
        }
    }

    private interface PacketReader {
        void packet(byte[] packet) throws IOException;
    }

    private static void eachPacket(byte[] trace, PacketReader reader) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(trace);
        for (int tag; (tag = in.readTag()) != 0;) {
            if (tag != WireFormat.FieldType.MESSAGE.getWireType() + (1 << 3)) {
                throw new IOException("this is no Perfetto trace");
            }
            reader.packet(in.readByteArray());
        }
    }

    /// Finds between which times a trace lies, by the times of its ftrace events and of packets on clocks that all share.
    private static final class Extent {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        long lastSequence;

        void packet(byte[] packet) throws IOException {
            CodedInputStream in = CodedInputStream.newInstance(packet);
            long time = -1;
            long clock = 0;
            for (int tag; (tag = in.readTag()) != 0;) {
                switch (WireFormat.getTagFieldNumber(tag)) {
                    case TIMESTAMP -> time = in.readUInt64();
                    case CLOCK_ID -> clock = in.readUInt64();
                    case SEQUENCE_ID -> lastSequence = Math.max(lastSequence, in.readUInt64());
                    case CLOCK_SNAPSHOT -> clocks(in.readByteArray());
                    default -> in.skipField(tag);
                }
            }
            if (time >= 0 && clock == 6) {
                first = Math.min(first, time);
                last = Math.max(last, time);
            }
        }

        private void clocks(byte[] snapshot) throws IOException {
            CodedInputStream in = CodedInputStream.newInstance(snapshot);
            for (int tag; (tag = in.readTag()) != 0;) {
                if (WireFormat.getTagFieldNumber(tag) != 1) {
                    in.skipField(tag);
                    continue;
                }
                Clock c = Clock.read(in.readByteArray());
                if (c.id == 6) {
                    first = Math.min(first, c.time);
                    last = Math.max(last, c.time);
                }
            }
        }
    }

    private record Clock(long id, long time, boolean isIncremental, long unitNs) {
        static Clock read(byte[] clock) throws IOException {
            CodedInputStream in = CodedInputStream.newInstance(clock);
            long id = 0;
            long time = 0;
            boolean isIncremental = false;
            long unit = 1;
            for (int tag; (tag = in.readTag()) != 0;) {
                switch (WireFormat.getTagFieldNumber(tag)) {
                    case 1 -> id = in.readUInt64();
                    case 2 -> time = in.readUInt64();
                    case 3 -> isIncremental = in.readBool();
                    case 4 -> unit = Math.max(1, in.readUInt64());
                    default -> in.skipField(tag);
                }
            }
            return new Clock(id, time, isIncremental, unit);
        }
    }

    private void packet(byte[] packet, Bytes out) throws IOException {
        long sequence = 0;
        long clock = -1;
        CodedInputStream look = CodedInputStream.newInstance(packet);
        for (int tag; (tag = look.readTag()) != 0;) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case SEQUENCE_ID -> sequence = look.readUInt64();
                case CLOCK_ID -> clock = look.readUInt64();
                default -> look.skipField(tag);
            }
        }
        long clockId = clock >= 0 ? clock : defaultClocks.getOrDefault(sequence, 0L);
        boolean counts = incremental.getOrDefault(sequence, Set.of()).contains(clockId);
        CodedInputStream in = CodedInputStream.newInstance(packet);
        for (int tag; (tag = in.readTag()) != 0;) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == TIMESTAMP && !counts) {
                out.number(tag, in.readUInt64(), Kind.TIME_NS, 1);
            } else if (field == SEQUENCE_ID) {
                out.number(tag, in.readUInt64(), Kind.SEQUENCE, 1);
            } else if (field == FTRACE_EVENTS) {
                out.nested(tag, bundle(in.readByteArray()));
            } else if (field == CLOCK_SNAPSHOT) {
                out.nested(tag, snapshot(in.readByteArray(), sequence));
            } else if (field == TRACK_EVENT) {
                out.nested(tag, trackEvent(in.readByteArray()));
            } else if (field == DEFAULTS) {
                byte[] defaults = in.readByteArray();
                readDefaults(defaults, sequence);
                out.field(tag, defaults);
            } else {
                out.copy(tag, in);
            }
        }
    }

    private void readDefaults(byte[] defaults, long sequence) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(defaults);
        for (int tag; (tag = in.readTag()) != 0;) {
            if (WireFormat.getTagFieldNumber(tag) == CLOCK_ID) {
                defaultClocks.put(sequence, in.readUInt64());
            } else {
                in.skipField(tag);
            }
        }
    }

    private Bytes bundle(byte[] bundle) throws IOException {
        Bytes out = new Bytes();
        CodedInputStream in = CodedInputStream.newInstance(bundle);
        for (int tag; (tag = in.readTag()) != 0;) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == BUNDLE_EVENT) {
                out.nested(tag, firstField(in.readByteArray()));
            } else if (field == BUNDLE_COMPACT_SCHED) {
                out.nested(tag, compactSched(in.readByteArray()));
            } else if (BUNDLE_TIMES.contains(field)) {
                out.number(tag, in.readUInt64(), Kind.TIME_NS, 1);
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    /// An ftrace event: its first field is the time.
    private Bytes firstField(byte[] event) throws IOException {
        Bytes out = new Bytes();
        CodedInputStream in = CodedInputStream.newInstance(event);
        for (int tag; (tag = in.readTag()) != 0;) {
            if (WireFormat.getTagFieldNumber(tag) == 1) {
                out.number(tag, in.readUInt64(), Kind.TIME_NS, 1);
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    /// Of the times, packed, each but the first counts from the one before.
    private Bytes compactSched(byte[] sched) throws IOException {
        Bytes out = new Bytes();
        CodedInputStream in = CodedInputStream.newInstance(sched);
        for (int tag; (tag = in.readTag()) != 0;) {
            if (!COMPACT_TIMES.contains(WireFormat.getTagFieldNumber(tag))) {
                out.copy(tag, in);
                continue;
            }
            byte[] packed = in.readByteArray();
            Bytes times = new Bytes();
            if (packed.length > 0) {
                CodedInputStream first = CodedInputStream.newInstance(packed);
                times.patched(first.readUInt64(), Kind.TIME_NS, 1);
                times.raw(packed, first.getTotalBytesRead(), packed.length);
            }
            out.nested(tag, times);
        }
        return out;
    }

    private Bytes snapshot(byte[] snapshot, long sequence) throws IOException {
        Bytes out = new Bytes();
        CodedInputStream in = CodedInputStream.newInstance(snapshot);
        for (int tag; (tag = in.readTag()) != 0;) {
            if (WireFormat.getTagFieldNumber(tag) != 1) {
                out.copy(tag, in);
                continue;
            }
            byte[] bytes = in.readByteArray();
            Clock clock = Clock.read(bytes);
            if (clock.id >= FIRST_SEQUENCE_CLOCK && clock.isIncremental) {
                incremental.computeIfAbsent(sequence, s -> new HashSet<>()).add(clock.id);
            }
            Bytes moved = new Bytes();
            CodedInputStream fields = CodedInputStream.newInstance(bytes);
            for (int t; (t = fields.readTag()) != 0;) {
                if (WireFormat.getTagFieldNumber(t) == 2) {
                    moved.number(t, fields.readUInt64(), Kind.TIME_OWN_UNIT, clock.unitNs);
                } else {
                    moved.copy(t, fields);
                }
            }
            out.nested(tag, moved);
        }
        return out;
    }

    private Bytes trackEvent(byte[] event) throws IOException {
        Bytes out = new Bytes();
        CodedInputStream in = CodedInputStream.newInstance(event);
        for (int tag; (tag = in.readTag()) != 0;) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field == TIMESTAMP_ABSOLUTE_US) {
                out.number(tag, in.readUInt64(), Kind.TIME_US, 1);
            } else if ((field == FLOW_IDS || field == TERMINATING_FLOW_IDS)
                    && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_FIXED64) {
                out.varint(tag);
                out.patchedFixed(in.readFixed64());
            } else {
                out.copy(tag, in);
            }
        }
        return out;
    }

    private long step(Kind kind, long unitNs) {
        return switch (kind) {
            case TIME_NS -> stepNs;
            case TIME_US -> stepNs / 1000;
            case TIME_OWN_UNIT -> stepNs / unitNs;
            case SEQUENCE -> sequences;
            // In the upper half: the ids of one trace are close to each other, or random.
            case FLOW -> 1L << 40;
        };
    }

    /// Sets the numbers of repetition `k`.
    private void copy(int k) {
        for (int i = 0; i < template.patches; i++) {
            template.set((int) template.at[i], (int) (template.at[i] >>> 32), template.value[i] + k * template.step[i]);
        }
    }

    /// Bytes that grow, and the places in them that change: their offset and, above it, their length (0 for eight bytes of a fixed one).
    private final class Bytes {
        byte[] bytes = new byte[64];
        int size;
        long[] at = new long[2];
        long[] value = new long[2];
        long[] step = new long[2];
        int patches;

        void tag(int field, int type) {
            varint(field << 3 | type);
        }

        void varint(long v) {
            room(10);
            while ((v & ~0x7FL) != 0) {
                bytes[size++] = (byte) (v & 0x7F | 0x80);
                v >>>= 7;
            }
            bytes[size++] = (byte) v;
        }

        void raw(byte[] from, int start, int end) {
            room(end - start);
            System.arraycopy(from, start, bytes, size, end - start);
            size += end - start;
        }

        void field(int tag, byte[] value) {
            varint(tag);
            varint(value.length);
            raw(value, 0, value.length);
        }

        /// Copies a field as it is.
        void copy(int tag, CodedInputStream in) throws IOException {
            switch (WireFormat.getTagWireType(tag)) {
                case WireFormat.WIRETYPE_VARINT -> {
                    varint(tag);
                    varint(in.readUInt64());
                }
                case WireFormat.WIRETYPE_LENGTH_DELIMITED -> field(tag, in.readByteArray());
                case WireFormat.WIRETYPE_FIXED64 -> {
                    varint(tag);
                    raw(ByteBuffer.allocate(8).putLong(Long.reverseBytes(in.readFixed64())).array(), 0, 8);
                }
                case WireFormat.WIRETYPE_FIXED32 -> {
                    varint(tag);
                    raw(ByteBuffer.allocate(4).putInt(Integer.reverseBytes(in.readFixed32())).array(), 0, 4);
                }
                default -> throw new IOException("groups are no part of Perfetto's format");
            }
        }

        void number(int tag, long v, Kind kind, long unitNs) {
            varint(tag);
            patched(v, kind, unitNs);
        }

        void patched(long v, Kind kind, long unitNs) {
            long by = step(kind, unitNs);
            int width = width(v + (copies - 1) * by);
            room(width);
            patch(size, width, v, by);
            set(size, width, v);
            size += width;
        }

        void patchedFixed(long v) {
            room(8);
            patch(size, 0, v, step(Kind.FLOW, 1));
            set(size, 0, v);
            size += 8;
        }

        void nested(int tag, Bytes message) {
            varint(tag);
            nested(message);
        }

        void nested(Bytes message) {
            varint(message.size);
            int base = size;
            raw(message.bytes, 0, message.size);
            for (int i = 0; i < message.patches; i++) {
                patch(base + (int) message.at[i], (int) (message.at[i] >>> 32), message.value[i], message.step[i]);
            }
        }

        void set(int offset, int width, long v) {
            if (width == 0) {
                for (int i = 0; i < 8; i++) {
                    bytes[offset + i] = (byte) (v >>> 8 * i);
                }
                return;
            }
            for (int i = 0; i < width; i++) {
                bytes[offset + i] = (byte) (v >>> 7 * i & 0x7F | (i + 1 < width ? 0x80 : 0));
            }
        }

        private void patch(int offset, int width, long v, long by) {
            if (patches == at.length) {
                at = Arrays.copyOf(at, patches * 2);
                value = Arrays.copyOf(value, patches * 2);
                step = Arrays.copyOf(step, patches * 2);
            }
            at[patches] = (long) width << 32 | offset;
            value[patches] = v;
            step[patches++] = by;
        }

        private int width(long v) {
            return v < 0 ? 10 : Math.max(1, (64 - Long.numberOfLeadingZeros(v) + 6) / 7);
        }

        private void room(int n) {
            if (size + n > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size + n, bytes.length * 2));
            }
        }
    }
}
