package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PendingEventBytesTest {

    private final PendingEventBytes bytes = new PendingEventBytes(new byte[0], null);
    private final ResolvedDeltas sums = new ResolvedDeltas();
    private final ResolvedDeltas read = new ResolvedDeltas();

    @Test
    void placesHoldAnyOffsetAndLength() {
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
    void eventsWithAndWithoutSumsShareAnInstance() {
        long plain = PendingEventBytes.location(7, 9);
        long[] places = new long[1000];
        for (int i = 0; i < places.length; i++) {
            sums.clear();
            if (i % 3 == 0) {
                sums.setThreadTs(i);
            }
            if (i % 5 == 0) {
                sums.setInstructions(-i);
            }
            if (i % 7 == 0) {
                sums.setCounter(i + 0.5);
            }
            for (int k = 0; k < i % (ResolvedDeltas.MAX_EXTRA_COUNTERS + 1); k++) {
                sums.addExtraCounter(i * 10.0 + k);
            }
            places[i] = bytes.store(PendingEventBytes.location(i, 2 * i), sums);
        }
        assertNull(bytes.sums(plain, read));
        for (int i = 0; i < places.length; i++) {
            assertEquals(i, PendingEventBytes.offset(places[i]));
            assertEquals(2 * i, PendingEventBytes.length(places[i]));
            ResolvedDeltas s = bytes.sums(places[i], read);
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
    void anEventFarIntoItsBufferHasItsOwnSums() {
        long location = PendingEventBytes.location(1 << 25, 3);
        sums.clear();
        sums.setThreadTs(42);
        bytes.store(PendingEventBytes.location(1, 1), sums);
        assertEquals(-1, bytes.store(location, sums));
        PendingEventBytes own = new PendingEventBytes(new byte[0], null);
        long kept = own.store(location, sums);
        assertEquals(1 << 25, PendingEventBytes.offset(kept));
        assertEquals(42, own.sums(kept, read).threadTs());
        // Plain events of the shared instance have no sums at any position.
        assertNull(bytes.sums(location, read));
    }

    @Test
    void anEventGetsItsOwnInstanceWhenSumIdsRunOut() {
        long location = PendingEventBytes.location(5, 6);
        sums.clear();
        sums.setThreadTs(1);
        long last = 0;
        int kept = 0;
        for (long p = bytes.store(location, sums); p != -1; p = bytes.store(location, sums)) {
            last = p;
            kept++;
            assertTrue(kept < 1 << 20);
        }
        assertTrue(kept > 100_000);
        assertFalse(PendingEventBytes.isLarge(last));
        assertEquals(5, PendingEventBytes.offset(last));
        assertEquals(1, bytes.sums(last, read).threadTs());
    }
}
