package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;
import traceglass.store.testing.SharedData;

class TrackEventBatchTest {

    private final TrackEventBatch events = new TrackEventBatch(3);
    private final Packet packet = new Packet();

    private static void number(ByteArrayOutputStream out, int field, long value) {
        varint(out, (long) field << 3);
        varint(out, value);
    }

    private static void bytes(ByteArrayOutputStream out, int field, byte... bytes) {
        varint(out, (long) field << 3 | ProtoCursor.BYTES);
        varint(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long v = value;
        for (; (v & ~0x7fL) != 0; v >>>= 7) {
            out.write((int) (v & 0x7f | 0x80));
        }
        out.write((int) v);
    }

    /// Returns whether a packet with an event of this content and these additional fields is accepted.
    private boolean isAccepted(Consumer<ByteArrayOutputStream> additional, byte... event) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        number(out, TracePacket.TIMESTAMP_FIELD_NUMBER, 1_000_000_000_007L);
        number(out, TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, 0xFFFF_FFF0L);
        bytes(out, TracePacket.TRACK_EVENT_FIELD_NUMBER, event);
        additional.accept(out);
        byte[] b = out.toByteArray();
        assertTrue(packet.read(b, 0, b.length, 77));
        return events.storeIfPlain(2, packet);
    }

    @Test
    void keepsAllFieldsOfThePacket() {
        assertTrue(isAccepted(
                out -> {
                    number(out, TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER, 64);
                    number(out, TracePacket.TRUSTED_PID_FIELD_NUMBER, 0xFFFF_FFFEL);
                    number(out, TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER, 2);
                    number(out, TracePacket.TRUSTED_UID_FIELD_NUMBER, 9);
                },
                (byte) (9 << 3),
                (byte) 1,
                (byte) (12 << 3),
                (byte) 33));
        assertEquals(1_000_000_000_007L, events.timestamp(2));
        assertEquals(0xFFFF_FFF0, events.sequenceId(2));
        assertEquals(64, events.clockId(2));
        assertEquals(-2, events.trustedPid(2));
        assertTrue(events.needsState(2));
        assertTrue(events.hasValue(2));
        assertEquals(33, events.value(2));
        assertEquals(77, events.position(2));
        assertSame(packet.buffer(), events.buffer(2));
        assertEquals(4, PendingEventBytes.length(events.location(2)));
        Packet copy = events.read(2, new Packet());
        assertEquals(packet.offset(), copy.offset());
        assertEquals(packet.length(), copy.length());
        assertEquals(9, copy.trustedUid());
        assertEquals(77, copy.position());
    }

    @Test
    void complexEventsStayPackets() {
        byte[] begin = {9 << 3, 1};
        assertTrue(isAccepted(out -> {}, begin));
        assertFalse(events.needsState(2));
        assertFalse(events.hasValue(2));
        assertEquals(0, events.clockId(2));
        int[] flagFields = {
            TracePacket.SEQUENCE_FLAGS_FIELD_NUMBER,
            TracePacket.INCREMENTAL_STATE_CLEARED_FIELD_NUMBER,
            TracePacket.PREVIOUS_PACKET_DROPPED_FIELD_NUMBER,
            TracePacket.FIRST_PACKET_ON_SEQUENCE_FIELD_NUMBER,
            TracePacket.MACHINE_ID_FIELD_NUMBER
        };
        for (int field : flagFields) {
            assertFalse(isAccepted(out -> number(out, field, 1), begin), "field " + field);
        }
        for (int field : new int[] {
            TracePacket.INTERNED_DATA_FIELD_NUMBER,
            TracePacket.SYNCHRONIZATION_MARKER_FIELD_NUMBER,
            TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER,
            TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER,
            TracePacket.CHROME_METADATA_FIELD_NUMBER,
            TracePacket.TRACK_EVENT_FIELD_NUMBER,
            60,
            300
        }) {
            assertFalse(isAccepted(out -> bytes(out, field), begin), "field " + field);
        }
        // The event's own time, thread time, instructions and value; a second extra counter; an extra counter with an
        // explicit track; a profile.
        for (int field : new int[] {1, 16, 2, 17, 8, 20}) {
            byte[] event = {9 << 3, 1, (byte) (field << 3 | (field > 15 ? 0x80 : 0)), 1, 5};
            assertFalse(
                    isAccepted(out -> {}, field > 15 ? event : new byte[] {9 << 3, 1, (byte) (field << 3), 5}),
                    "event's " + field);
        }
        assertFalse(isAccepted(out -> {}, (byte) (9 << 3), (byte) 4));
        assertFalse(isAccepted(
                out -> {}, (byte) (9 << 3), (byte) 1, (byte) (12 << 3), (byte) 1, (byte) (12 << 3), (byte) 1));
        assertFalse(isAccepted(
                out -> {}, (byte) (9 << 3), (byte) 1, (byte) (12 << 3), (byte) 1, (byte) 0xf8, (byte) 1, (byte) 7));
        assertFalse(isAccepted(out -> {}, (byte) (6 << 3 | 2), (byte) 2, (byte) (2 << 3), (byte) 'P'));
        assertTrue(isAccepted(out -> {}, (byte) (6 << 3 | 2), (byte) 2, (byte) (2 << 3), (byte) 'B'));
    }

    @Test
    void eventsWithoutSequenceOrTimeStayPackets() {
        for (int missingField :
                new int[] {TracePacket.TIMESTAMP_FIELD_NUMBER, TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            number(
                    out,
                    TracePacket.TIMESTAMP_FIELD_NUMBER
                            + TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER
                            - missingField,
                    4);
            bytes(out, TracePacket.TRACK_EVENT_FIELD_NUMBER, (byte) (9 << 3), (byte) 1);
            byte[] b = out.toByteArray();
            assertTrue(packet.read(b, 0, b.length, 0));
            assertFalse(events.storeIfPlain(0, packet));
        }
    }

    @Test
    void nearlyAllPacketsOfALongTraceArePlain() throws Exception {
        long[] counts = new long[2];
        try (TraceInput input = new TraceInput(
                "t",
                new java.util.zip.GZIPInputStream(Files.newInputStream(
                        SharedData.file("traces/perfetto/chromium-startup-pageload_8s.pftrace.gz"))),
                new ImportProgress())) {
            PacketPrefetcher.readAll(input, () -> new PacketPrefetcher.Sink() {
                private final Packet again = new Packet();

                @Override
                public void onPacket(Packet p) {
                    counts[0]++;
                }

                @Override
                public void onEvent(TrackEventBatch plain, int i) {
                    counts[1]++;
                    Packet p = plain.read(i, again);
                    assertTrue(p.isOneEvent());
                    assertEquals(p.timestamp(), plain.timestamp(i));
                    assertEquals(p.sequenceId(), plain.sequenceId(i));
                    assertTrue(p.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER));
                    assertEquals(PendingEventBytes.location(p.fieldOffset(), p.fieldLength()), plain.location(i));
                }

                @Override
                public void onDamage(long position) {
                    throw new AssertionError("damage at " + position);
                }
            });
        }
        assertEquals(834_183, counts[0] + counts[1]);
        assertTrue(counts[0] < 40_000, counts[0] + " packets");
    }
}
