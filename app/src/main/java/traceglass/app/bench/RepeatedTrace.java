package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracingServiceEvent;

/// Creates a large Perfetto trace from a smaller one, to measure how costs grow: repeats its packets, each time later
/// and with separate packet sequences and flows.
///
/// Times are shifted in packets, clock snapshots, ftrace events and compact scheduling. Incremental times move with
/// the snapshot of their clock. A changed number is written with the length of its largest value, so that all
/// repetitions have the same length and only these numbers are rewritten.
public final class RepeatedTrace {

    /// Fields with the config and the uuid of the session.
    private static final Set<Integer> SESSION_FIELDS =
            Set.of(TracePacket.TRACE_CONFIG_FIELD_NUMBER, TracePacket.TRACE_UUID_FIELD_NUMBER);
    private static final Set<Integer> SESSION_EVENTS = Set.of(
            TracingServiceEvent.ALL_DATA_SOURCES_STARTED_FIELD_NUMBER,
            TracingServiceEvent.TRACING_STARTED_FIELD_NUMBER,
            TracingServiceEvent.TRACING_DISABLED_FIELD_NUMBER);
    private static final long MS = 1_000_000;

    private final PatchedBytes template;
    /// Start and end in the template of packets that a session contains only once.
    private final List<int[]> singlePackets = new ArrayList<>();
    /// End of each packet in the template.
    private int[] ends = new int[1 << 10];
    private int packets;

    private RepeatedTrace(byte[] trace, int copies) throws IOException {
        TraceExtent extent = new TraceExtent();
        forEachPacket(trace, extent::addPacket);
        Repetition repetition = new Repetition(copies, (extent.durNs() / MS + 1000) * MS, extent.maxSequenceId() + 1);
        PacketRewriter rewriter = new PacketRewriter(repetition);
        template = new PatchedBytes(repetition);
        forEachPacket(trace, packet -> {
            int start = template.size();
            template.tag(1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            template.writeNested(rewriter.rewrite(packet));
            if (describesSession(packet)) {
                singlePackets.add(new int[] {start, template.size()});
            }
            if (packets == ends.length) {
                ends = Arrays.copyOf(ends, packets * 2);
            }
            ends[packets++] = template.size();
        });
    }

    /// Writes the packets of `trace`, which may be gzipped, until `size` bytes are filled. The last repetition ends
    /// with a whole packet, as if the recording had been stopped there; a difference of a hundredth of a repetition
    /// is ignored.
    ///
    /// @return the number of bytes written, at least one whole repetition
    /// @throws IOException if a file can't be read or written, or `trace` is not a Perfetto trace
    public static long write(Path trace, Path out, long size) throws IOException {
        byte[] bytes = read(trace);
        long length = Math.max(1, bytes.length);
        int copies = Math.toIntExact(Math.max(1, (size + length - 1 - length / 100) / length));
        RepeatedTrace repeated = new RepeatedTrace(bytes, copies);
        long written = 0;
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(out), 1 << 20)) {
            for (int i = 0; i < copies; i++) {
                repeated.template.repeat(i);
                int end = i == 0 ? repeated.template.size() : repeated.endFor(size - written);
                written += repeated.write(to, i == 0, end);
            }
        }
        return written;
    }

    /// Returns the end in the template of a repetition after the first, so that at most this many bytes are
    /// written.
    private int endFor(long bytes) {
        if (bytes >= template.size() - template.size() / 100) {
            return template.size();
        }
        int end = 0;
        int remaining = 0;
        int next = 0;
        for (int i = 0; i < packets && ends[i] - remaining <= bytes; i++) {
            end = ends[i];
            if (next < singlePackets.size() && singlePackets.get(next)[1] == end) {
                remaining += end - singlePackets.get(next++)[0];
            }
        }
        return end;
    }

    private long write(OutputStream to, boolean isWhole, int end) throws IOException {
        int from = 0;
        long written = 0;
        for (int[] packet : isWhole ? List.<int[]>of() : singlePackets) {
            if (packet[1] > end) {
                break;
            }
            template.write(to, from, packet[0]);
            written += packet[0] - from;
            from = packet[1];
        }
        template.write(to, from, end);
        return written + end - from;
    }

    /// Returns whether a packet describes the session as a whole. Its start must not be repeated, because ftrace
    /// events before it would be dropped.
    private static boolean describesSession(byte[] packet) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(packet);
        for (int tag; (tag = in.readTag()) != 0; ) {
            int field = WireFormat.getTagFieldNumber(tag);
            if (SESSION_FIELDS.contains(field)) {
                return true;
            }
            if (field == TracePacket.SERVICE_EVENT_FIELD_NUMBER) {
                CodedInputStream event = CodedInputStream.newInstance(in.readByteArray());
                for (int t; (t = event.readTag()) != 0; ) {
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
            byte[] bytes = in.readAllBytes();
            if (bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
                try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                    return unpacked.readAllBytes();
                }
            }
            return bytes;
        }
    }

    private interface PacketReader {
        void addPacket(byte[] packet) throws IOException;
    }

    private static void forEachPacket(byte[] trace, PacketReader reader) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(trace);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (tag != (Trace.PACKET_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED)) {
                throw new IOException(BenchTexts.NOT_A_PERFETTO_TRACE);
            }
            reader.addPacket(in.readByteArray());
        }
    }
}
