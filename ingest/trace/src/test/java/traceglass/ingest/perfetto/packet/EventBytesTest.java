package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EventBytesTest {

    private final EventBytes bytes = new EventBytes(new byte[0], null);
    private final EventSums sums = new EventSums();
    private final EventSums read = new EventSums();

    @Test
    void placesHoldAnyOffsetAndLength() {
        int[] offsets = {0, 1, (1 << 24) - 1, 1 << 24, (1 << 30) - 1};
        int[] lengths = {0, 1, (1 << 20) - 1, 1 << 20, 256 << 20};
        for (int offset : offsets) {
            for (int length : lengths) {
                long place = EventBytes.place(offset, length);
                assertTrue(place >= 0);
                assertEquals(offset, EventBytes.offset(place));
                assertEquals(length, EventBytes.length(place));
                assertEquals(offset >= 1 << 24 || length >= 1 << 20, EventBytes.isLarge(place));
            }
        }
    }

    @Test
    void eventsWithAndWithoutSumsShareAnInstance() {
        long plain = EventBytes.place(7, 9);
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
            for (int k = 0; k < i % (EventSums.MAX_EXTRA_COUNTERS + 1); k++) {
                sums.addExtraCounter(i * 10.0 + k);
            }
            places[i] = bytes.keep(EventBytes.place(i, 2 * i), sums);
        }
        assertNull(bytes.sums(plain, read));
        for (int i = 0; i < places.length; i++) {
            assertEquals(i, EventBytes.offset(places[i]));
            assertEquals(2 * i, EventBytes.length(places[i]));
            EventSums s = bytes.sums(places[i], read);
            assertEquals(i % 3 == 0, s.hasThreadTs());
            assertEquals(i % 5 == 0, s.hasInstructions());
            if (s.hasThreadTs()) {
                assertEquals(i, s.threadTs());
            }
            if (s.hasInstructions()) {
                assertEquals(-i, s.instructions());
            }
            assertEquals(i % 7 == 0 ? i + 0.5 : 0, s.counter());
            int extras = i % (EventSums.MAX_EXTRA_COUNTERS + 1);
            assertEquals(extras > 0, s.hasExtraCounters());
            for (int k = 0; k < extras; k++) {
                assertEquals(i * 10.0 + k, s.extraCounter(k));
            }
            assertEquals(0, s.extraCounter(extras));
        }
    }

    @Test
    void anEventFarIntoItsBufferHasItsOwnSums() {
        long place = EventBytes.place(1 << 25, 3);
        sums.clear();
        sums.setThreadTs(42);
        bytes.keep(EventBytes.place(1, 1), sums);
        assertEquals(-1, bytes.keep(place, sums));
        EventBytes own = new EventBytes(new byte[0], null);
        long kept = own.keep(place, sums);
        assertEquals(1 << 25, EventBytes.offset(kept));
        assertEquals(42, own.sums(kept, read).threadTs());
        // Plain events of the shared instance have no sums at any position.
        assertNull(bytes.sums(place, read));
    }

    @Test
    void anEventGetsItsOwnInstanceWhenSumIdsRunOut() {
        long place = EventBytes.place(5, 6);
        sums.clear();
        sums.setThreadTs(1);
        long last = 0;
        int kept = 0;
        for (long p = bytes.keep(place, sums); p != -1; p = bytes.keep(place, sums)) {
            last = p;
            kept++;
            assertTrue(kept < 1 << 20);
        }
        assertTrue(kept > 100_000);
        assertFalse(EventBytes.isLarge(last));
        assertEquals(5, EventBytes.offset(last));
        assertEquals(1, bytes.sums(last, read).threadTs());
    }
}
