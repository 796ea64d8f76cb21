package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PendingEventBytesTest {

    private final PendingEventBytes bytes = new PendingEventBytes(new byte[0], null);
    private final ResolvedDeltas deltas = new ResolvedDeltas();
    private final ResolvedDeltas read = new ResolvedDeltas();

    @Test
    void locationsEncodeAnyOffsetAndLength() {
        int[] offsets = {0, 1, (1 << 24) - 1, 1 << 24, (1 << 30) - 1};
        int[] lengths = {0, 1, (1 << 20) - 1, 1 << 20, 256 << 20};
        for (int offset : offsets) {
            for (int length : lengths) {
                long location = PendingEventBytes.location(offset, length);
                assertTrue(location >= 0);
                assertEquals(offset, PendingEventBytes.offset(location));
                assertEquals(length, PendingEventBytes.length(location));
                assertEquals(offset >= 1 << 24 || length >= 1 << 20, PendingEventBytes.isLarge(location));
            }
        }
    }

    @Test
    void eventsWithAndWithoutDeltasShareAnInstance() {
        long plain = PendingEventBytes.location(7, 9);
        long[] locations = new long[1000];
        for (int i = 0; i < locations.length; i++) {
            deltas.clear();
            if (i % 3 == 0) {
                deltas.setThreadTs(i);
            }
            if (i % 5 == 0) {
                deltas.setInstructions(-i);
            }
            if (i % 7 == 0) {
                deltas.setCounter(i + 0.5);
            }
            for (int k = 0; k < i % (ResolvedDeltas.MAX_EXTRA_COUNTERS + 1); k++) {
                deltas.addExtraCounter(i * 10.0 + k);
            }
            locations[i] = bytes.store(PendingEventBytes.location(i, 2 * i), deltas);
        }
        assertNull(bytes.deltas(plain, read));
        for (int i = 0; i < locations.length; i++) {
            assertEquals(i, PendingEventBytes.offset(locations[i]));
            assertEquals(2 * i, PendingEventBytes.length(locations[i]));
            ResolvedDeltas s = bytes.deltas(locations[i], read);
            assertEquals(i % 3 == 0, s.hasThreadTs());
            assertEquals(i % 5 == 0, s.hasInstructions());
            if (s.hasThreadTs()) {
                assertEquals(i, s.threadTs());
            }
            if (s.hasInstructions()) {
                assertEquals(-i, s.instructions());
            }
            assertEquals(i % 7 == 0 ? i + 0.5 : 0, s.counter());
            int extras = i % (ResolvedDeltas.MAX_EXTRA_COUNTERS + 1);
            assertEquals(extras > 0, s.hasExtraCounters());
            for (int k = 0; k < extras; k++) {
                assertEquals(i * 10.0 + k, s.extraCounter(k));
            }
            assertEquals(0, s.extraCounter(extras));
        }
    }

    @Test
    void anEventFarIntoItsBufferHasItsOwnDeltas() {
        long location = PendingEventBytes.location(1 << 25, 3);
        deltas.clear();
        deltas.setThreadTs(42);
        bytes.store(PendingEventBytes.location(1, 1), deltas);
        assertEquals(-1, bytes.store(location, deltas));
        PendingEventBytes own = new PendingEventBytes(new byte[0], null);
        long ownLocation = own.store(location, deltas);
        assertEquals(1 << 25, PendingEventBytes.offset(ownLocation));
        assertEquals(42, own.deltas(ownLocation, read).threadTs());
        // Plain events of the shared instance have no deltas at any position.
        assertNull(bytes.deltas(location, read));
    }

    @Test
    void anEventGetsItsOwnInstanceWhenIndexesRunOut() {
        long location = PendingEventBytes.location(5, 6);
        deltas.clear();
        deltas.setThreadTs(1);
        long last = 0;
        int stored = 0;
        for (long p = bytes.store(location, deltas); p != -1; p = bytes.store(location, deltas)) {
            last = p;
            stored++;
            assertTrue(stored < 1 << 20);
        }
        assertTrue(stored > 100_000);
        assertFalse(PendingEventBytes.isLarge(last));
        assertEquals(5, PendingEventBytes.offset(last));
        assertEquals(1, bytes.deltas(last, read).threadTs());
    }
}
