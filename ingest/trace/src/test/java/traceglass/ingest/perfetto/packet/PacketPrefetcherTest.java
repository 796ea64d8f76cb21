package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;

class PacketPrefetcherTest {

    private static final int TIMESTAMP = TracePacket.TIMESTAMP_FIELD_NUMBER;

    private static byte[] field(int number, byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        varint(out, (long) number << 3 | ProtoCursor.BYTES);
        varint(out, bytes.length);
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    private static byte[] packet(long timestamp) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        varint(out, (long) TIMESTAMP << 3);
        varint(out, timestamp);
        return field(1, out.toByteArray());
    }

    private static byte[] event(long timestamp) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        varint(out, (long) TIMESTAMP << 3);
        varint(out, timestamp);
        out.writeBytes(field(TracePacket.TRACK_EVENT_FIELD_NUMBER, new byte[] {9 << 3, 1}));
        varint(out, (long) TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER << 3);
        varint(out, 5);
        return field(1, out.toByteArray());
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long v = value;
        for (; (v & ~0x7fL) != 0; v >>>= 7) {
            out.write((int) (v & 0x7f | 0x80));
        }
        out.write((int) v);
    }

    private static byte[] deflated(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.toByteArray();
    }

    private static TraceInput input(InputStream in) throws IOException {
        return new TraceInput("packets-ahead-test", in, new ImportProgress());
    }

    private static boolean isReading() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(t -> t.getName().equals("packets packets-ahead-test"));
    }

    private static final class Log implements PacketPrefetcher.Sink {
        final List<String> seen = new ArrayList<>();

        @Override
        public void onPacket(Packet packet) {
            seen.add(String.valueOf(packet.timestamp()));
        }

        @Override
        public void onEvent(TrackEventBatch events, int i) {
            seen.add("event " + events.timestamp(i));
        }

        @Override
        public void onDamage(long position) {
            seen.add("damage");
        }
    }

    @Test
    void packetsBundlesAndDamageAreEmittedInFileOrder() throws Exception {
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            if (i % 700 == 3) {
                ByteArrayOutputStream bundle = new ByteArrayOutputStream();
                for (int j = 0; j < 3; j++) {
                    bundle.writeBytes(packet(1_000_000 + i + j));
                    expected.add(String.valueOf(1_000_000 + i + j));
                }
                trace.writeBytes(
                        field(1, field(TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER, deflated(bundle.toByteArray()))));
            } else if (i % 511 == 7) {
                // Not packets: a field whose length exceeds its container, and a bundle that cannot be
                // decompressed.
                trace.writeBytes(field(1, new byte[] {0x0a, 0x7f}));
                trace.writeBytes(field(1, field(TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER, new byte[] {1, 2, 3})));
                expected.add("damage");
                expected.add("damage");
            } else if (i % 3 == 1) {
                trace.writeBytes(event(i));
                expected.add("event " + i);
            } else {
                trace.writeBytes(packet(i));
                expected.add(String.valueOf(i));
            }
        }
        Log log = new Log();
        PacketPrefetcher.readAll(input(new ByteArrayInputStream(trace.toByteArray())), () -> log);
        assertEquals(expected, log.seen);
        assertFalse(isReading());
    }

    @Test
    void aSinkCanStopReading() throws Exception {
        byte[] one = packet(7);
        InputStream endless = new InputStream() {
            private int at;

            @Override
            public int read() {
                return one[at++ % one.length];
            }
        };
        TraceProblem enough = new TraceProblem("enough");
        TraceProblem thrown = assertThrows(
                TraceProblem.class,
                () -> PacketPrefetcher.readAll(input(endless), () -> new PacketPrefetcher.Sink() {
                    private int count;

                    @Override
                    public void onPacket(Packet packet) throws TraceProblem {
                        if (++count == 2_000) {
                            throw enough;
                        }
                    }

                    @Override
                    public void onEvent(TrackEventBatch events, int i) {
                        throw new AssertionError("an event at " + events.position(i));
                    }

                    @Override
                    public void onDamage(long position) {
                        throw new AssertionError("damage at " + position);
                    }
                }));
        assertSame(enough, thrown);
        assertFalse(isReading());
    }

    @Test
    void onlyAFewLargePacketsAreReadAhead() throws Exception {
        byte[] one = field(1, field(60, new byte[100_000]));
        InputStream large = new InputStream() {
            private long left = 1_500L * one.length;

            @Override
            public int read() {
                return left == 0 ? -1 : one[(int) ((1_500L * one.length - left--) % one.length)] & 0xff;
            }

            @Override
            public int read(byte[] b, int off, int length) {
                int n = (int) Math.min(length, Math.min(left, one.length - (1_500L * one.length - left) % one.length));
                System.arraycopy(one, (int) ((1_500L * one.length - left) % one.length), b, off, n);
                left -= n;
                return n == 0 && length > 0 ? -1 : n;
            }
        };
        TraceInput input = input(large);
        int[] count = new int[1];
        PacketPrefetcher.readAll(input, () -> new PacketPrefetcher.Sink() {
            @Override
            public void onPacket(Packet packet) {
                count[0]++;
                long ahead = input.position() - packet.position();
                assertTrue(ahead < 16 << 20, ahead + " bytes ahead");
                // Consume more slowly than the reader reads; it would otherwise get far ahead.
                java.util.zip.CRC32 crc = new java.util.zip.CRC32();
                for (int i = 0; i < 10; i++) {
                    crc.update(packet.buffer(), packet.offset(), packet.length());
                }
            }

            @Override
            public void onEvent(TrackEventBatch events, int i) {
                throw new AssertionError("an event at " + events.position(i));
            }

            @Override
            public void onDamage(long position) {
                throw new AssertionError("damage at " + position);
            }
        });
        assertEquals(1_500, count[0]);
    }

    @Test
    void readErrorsAreThrownAfterThePrecedingPackets() throws Exception {
        byte[] before = new byte[TraceInput.MAX_HEAD_BYTES + (1 << 20)];
        byte[] one = packet(7);
        int whole = before.length / one.length;
        for (int i = 0; i < whole * one.length; i++) {
            before[i] = one[i % one.length];
        }
        InputStream failing = new InputStream() {
            private final InputStream good = new ByteArrayInputStream(before, 0, whole * one.length);

            @Override
            public int read() throws IOException {
                int c = good.read();
                if (c < 0) {
                    throw new IOException("the disk disappeared");
                }
                return c;
            }
        };
        Log log = new Log();
        TraceInput input = input(failing);
        IOException thrown = assertThrows(IOException.class, () -> PacketPrefetcher.readAll(input, () -> log));
        assertEquals("the disk disappeared", thrown.getMessage());
        assertFalse(log.seen.isEmpty());
        assertFalse(isReading());
    }
}
