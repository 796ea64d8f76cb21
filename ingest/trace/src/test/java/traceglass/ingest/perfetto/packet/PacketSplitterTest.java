package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.trace.TracePacket;

class PacketSplitterTest {

    private static final int PACKET = 1;
    private static final int TIMESTAMP = 8;

    private final Random random = new Random(5);
    private final List<String> packets = new ArrayList<>();
    private final List<Long> damage = new ArrayList<>();

    private PacketSplitter splitter() {
        packets.clear();
        damage.clear();
        return new PacketSplitter(
                (b, offset, length, position) ->
                        packets.add(text(Arrays.copyOfRange(b, offset, offset + length), position)),
                damage::add);
    }

    private static String text(byte[] packet, long position) {
        CRC32 sum = new CRC32();
        sum.update(packet);
        return packet.length + " bytes at " + position + ": " + sum.getValue();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        // The first byte of a packet shows whether it is a bundle.
        bytes[0] &= 0x7f;
        return bytes;
    }

    /// Returns a trace with packets of these lengths, and adds the texts of its packets to a list.
    private byte[] trace(List<String> expected, int... lengths) {
        ProtoBytes trace = new ProtoBytes();
        for (int length : lengths) {
            byte[] packet = bytes(length);
            trace.bytes(PACKET, packet);
            expected.add(text(packet, trace.size() - length));
            // A field that is not a packet.
            trace.number(TIMESTAMP, length);
        }
        return trace.toBytes();
    }

    /// Returns a stream that rarely has as many bytes as requested.
    private InputStream slow(byte[] bytes) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] b, int from, int length) throws IOException {
                return super.read(b, from, Math.min(length, 1 + random.nextInt(200_000)));
            }
        };
    }

    private void read(byte[] trace) throws IOException {
        try (TraceInput in = new TraceInput("trace", slow(trace), new ImportProgress())) {
            splitter().readAll(in);
        }
    }

    @Test
    void packetsOfAnySizeAreWholeHoweverTheyArrive() throws IOException {
        List<String> expected = new ArrayList<>();
        byte[] trace = trace(expected, 1, 127, 128, 300_000, 1 << 20, 5, 3_500_000, 16_384, 2);
        read(trace);
        assertEquals(expected, packets);
        PacketSplitter live = splitter();
        InputStream in = new ByteArrayInputStream(trace);
        for (int from = 0; from < trace.length; ) {
            int length = Math.min(trace.length - from, 1 + random.nextInt(400_000));
            assertTrue(live.read(in, length));
            from += length;
        }
        assertEquals(expected, packets);
        assertEquals(List.of(), damage);
    }

    /// A bundle has no fields between its packets, whose positions are those within it.
    @Test
    void aBundleHasThePacketsThatWereCompressed() throws IOException {
        ProtoBytes plain = new ProtoBytes();
        List<String> expected = new ArrayList<>();
        for (int length : new int[] {10, 70_000, 3}) {
            byte[] packet = bytes(length);
            plain.bytes(PACKET, packet);
            expected.add(text(packet, plain.size() - length));
        }
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(compressed)) {
            out.write(plain.buffer(), 0, plain.size());
        }
        ProtoBytes bundle = new ProtoBytes();
        bundle.bytes(TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER, compressed.toByteArray());
        ProtoBytes trace = new ProtoBytes();
        trace.bytes(PACKET, bundle.buffer(), 0, bundle.size());
        read(trace.toBytes());
        assertEquals(expected, packets);
        assertEquals(List.of(), damage);
        // Half of the compressed bytes.
        bundle.clear()
                .bytes(TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER, Arrays.copyOf(compressed.toByteArray(), 35_000));
        trace.clear().bytes(PACKET, bundle.buffer(), 0, bundle.size());
        trace.bytes(PACKET, new byte[] {8, 1});
        read(trace.toBytes());
        assertEquals(1, damage.size());
        assertEquals(1, packets.size());
    }

    @Test
    void readingEndsAtDamage() throws IOException {
        List<String> expected = new ArrayList<>();
        byte[] trace = trace(expected, 40, 50);
        // Fields of a wire type that does not exist.
        byte[] wrong = Arrays.copyOf(trace, trace.length + 40);
        Arrays.fill(wrong, trace.length, wrong.length, (byte) 0x0f);
        read(wrong);
        assertEquals(expected, packets);
        assertEquals(1, damage.size());
        read(Arrays.copyOf(trace, trace.length - 10));
        assertEquals(expected.subList(0, 1), packets);
        assertEquals(1, damage.size());
    }
}
