package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

/// Tests the fields of packets against the cursor, on valid and damaged packets.
class PacketTest {

    private static final int[] FIELDS = {
        1, 3, 6, 8, 10, 11, 12, 13, 36, 41, 42, 58, 59, 60, 63, 64, 79, 87, 98, 107, 126, 127, 128, 133, 400, 5000
    };

    private static final List<Integer> ALL_FIELDS = List.of(3, 8, 10, 13, 36, 41, 42, 58, 79, 87, 98);

    private static String describeWithCursor(byte[] bytes, int from, int size) {
        long[] last = new long[128];
        boolean[] has = new boolean[128];
        List<String> payload = new ArrayList<>();
        ProtoCursor c = new ProtoCursor().enter(bytes, from, size);
        while (c.next()) {
            if (ALL_FIELDS.contains(c.field())) {
                // A number instead of bytes, or the reverse, is skipped. Only the marker is bytes.
                if (c.wire() == ProtoCursor.BYTES == (c.field() == TracePacket.SYNCHRONIZATION_MARKER_FIELD_NUMBER)) {
                    last[c.field()] = c.asLong();
                    has[c.field()] = true;
                }
            } else {
                payload.add(c.field() + (c.wire() == ProtoCursor.BYTES ? "@" + c.offset() + "+" + c.length() : ""));
            }
        }
        return !c.isDamaged() + " " + has[8] + last[8] + " " + has[58] + (int) last[58] + " " + has[10] + (int) last[10]
                + " " + (int) last[3]
                + " " + has[79] + (int) last[79] + " " + (last[41] != 0 || (last[13] & 1) != 0) + ((last[13] & 2) != 0)
                + " " + (int) last[42]
                + " " + (last[87] != 0) + " " + (int) last[98] + " " + has[36] + payload;
    }

    private static String describeWithPacket(Packet p, byte[] bytes, int from, int size) {
        boolean isWhole = p.read(bytes, from, size, 0);
        List<String> payload = new ArrayList<>();
        for (int i = 0; i < p.fieldCount(); i++) {
            p.select(i);
            boolean isMessage = p.enter(new ProtoCursor()).position() == p.fieldOffset();
            payload.add(p.field() + (isMessage ? "@" + p.fieldOffset() + "+" + p.fieldLength() : ""));
        }
        return isWhole + " " + p.hasTimestamp() + p.timestamp() + " " + p.hasClockId() + p.clockId() + " "
                + p.hasSequenceId() + p.sequenceId()
                + " " + p.trustedUid() + " " + p.hasTrustedPid() + p.trustedPid() + " " + p.clearsState()
                + p.needsState() + " "
                + p.previousDropped() + " " + p.isFirstOnSequence() + " " + p.machineId() + " "
                + p.isSynchronizationMarker() + payload;
    }

    @Test
    void findsTheSameAsTheCursor() {
        Random random = new Random(3);
        Packet packet = new Packet();
        int damaged = 0;
        for (int i = 0; i < 30_000; i++) {
            byte[] bytes = new byte[400];
            int n = 1;
            for (int k = random.nextInt(12); k > 0; k--) {
                int wire = new int[] {0, 0, 0, 1, 2, 2, 2, 5}[random.nextInt(8)];
                n = varint(bytes, n, (long) FIELDS[random.nextInt(FIELDS.length)] << 3 | wire);
                if (wire == 0) {
                    n = varint(bytes, n, random.nextLong() >>> random.nextInt(64));
                } else {
                    int size = wire == 1 ? 8 : wire == 5 ? 4 : random.nextInt(8);
                    n = wire == 2 ? varint(bytes, n, size) : n;
                    n += size;
                }
            }
            if (i % 2 == 0) {
                bytes[1 + random.nextInt(n)] = (byte) random.nextInt(256);
                n -= random.nextInt(2);
            }
            int size = Math.max(0, n - 1);
            String expected = describeWithCursor(bytes, 1, size);
            damaged += expected.startsWith("false") ? 1 : 0;
            if (expected.startsWith("true")) {
                assertEquals(expected, describeWithPacket(packet, bytes, 1, size));
            } else {
                assertFalse(packet.read(bytes, 1, size, 0));
            }
        }
        assertTrue(damaged > 1000);
    }

    @Test
    void reportsWhichFieldsArePresent() {
        byte[] bytes = new byte[64];
        for (int field : FIELDS) {
            if (ALL_FIELDS.contains(field)) {
                continue;
            }
            int n = varint(bytes, 0, (long) field << 3 | ProtoCursor.BYTES);
            bytes[n++] = 0;
            Packet p = new Packet();
            assertTrue(p.read(bytes, 0, n, 0));
            for (int other : FIELDS) {
                assertEquals(other == field, p.has(other), field + " " + other);
                assertEquals(other == field, p.selectField(other), field + " " + other);
            }
            assertTrue(p.hasAnyOf(Packet.setOf(2, field)));
            assertFalse(p.hasAnyOf(Packet.setOf(2, 66)));
        }
    }

    private static int varint(byte[] to, int position, long value) {
        int n = position;
        long v = value;
        for (; (v & ~0x7fL) != 0; v >>>= 7) {
            to[n++] = (byte) (v & 0x7f | 0x80);
        }
        to[n++] = (byte) v;
        return n;
    }

    /// Thousands of packets are pooled for reuse; each could otherwise keep a part of the trace in memory.
    @Test
    void aReleasedPacketHasNoReferencesToTheTrace() throws Exception {
        TrackEvent event = TrackEvent.newBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .setLegacyEvent(TrackEvent.LegacyEvent.newBuilder().setPhase('i'))
                .addExtraCounterValues(7)
                .addFlowIds(9)
                .build();
        byte[] packetBytes = TracePacket.newBuilder()
                .setTimestamp(5)
                .setTrackEvent(event)
                .build()
                .toByteArray();
        // Followed by a field of a fixed size.
        byte[] bytes = Arrays.copyOf(packetBytes, packetBytes.length + 5);
        bytes[packetBytes.length] = (byte) (15 << 3 | ProtoCursor.FIXED32);
        Packet p = new Packet();
        assertTrue(p.read(bytes, 0, bytes.length, 0));
        assertTrue(p.selectField(TracePacket.TRACK_EVENT_FIELD_NUMBER));
        assertEquals('i', p.event().legacy().phase());
        p.release();
        WeakReference<byte[]> reference = new WeakReference<>(bytes);
        bytes = null;
        assertCollected(reference);
        assertEquals(5, p.timestamp());
    }

    @Test
    void aSequenceReleasesTheTraceOnceItsEventsAreEmitted() throws Exception {
        SequenceState state = SequenceState.first(1, null, null);
        byte[] bytes = new byte[100];
        PendingEventBytes shared = state.bytesIn(bytes);
        assertSame(shared, state.bytesIn(bytes));
        WeakReference<byte[]> reference = new WeakReference<>(bytes);
        shared = null;
        bytes = null;
        assertCollected(reference);
        assertEquals(1, state.sequenceId());
    }

    private static void assertCollected(WeakReference<byte[]> reference) throws InterruptedException {
        for (int i = 0; i < 50 && reference.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(reference.get());
    }
}
