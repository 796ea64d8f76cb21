package traceglass.analysis.listing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/// Tests finding the events of a list in a time range, ordered by time or by another column.
class EventIndexTest {

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int i : set) {
            bits.set(i);
        }
        return bits;
    }

    @Test
    void aRangeByTimeIncludesItsStartButNotItsEnd() {
        long[] keys = {5, 6, 7, 8, 9};
        long[] times = {10, 20, 20, 30, 40};
        EventIndex byTime = new EventIndex(keys, times, true, false, bits(0, 2)).limitTo(20, 40);
        assertArrayEquals(new long[] {6, 7, 8}, byTime.keys());
        assertArrayEquals(new long[] {20, 20, 30}, byTime.times());
        assertEquals(bits(1), byTime.dim());
    }

    @Test
    void aRangeInAnyOtherOrderIncludesItsStartButNotItsEnd() {
        long[] keys = {8, 5, 9, 7, 6};
        long[] times = {30, 10, 40, 20, 20};
        EventIndex other = new EventIndex(keys, times, false, true, bits(1, 3)).limitTo(20, 40);
        assertArrayEquals(new long[] {8, 7, 6}, other.keys());
        assertArrayEquals(new long[] {30, 20, 20}, other.times());
        assertEquals(bits(1), other.dim());
        assertEquals(2, other.matchingCount());
        assertArrayEquals(new long[] {8, 6}, other.matchingKeys());
    }

    @Test
    void findsAnEventByItsKeyAmongEventsOfTheSameTime() {
        EventIndex byTime = new EventIndex(new long[] {5, 6, 7}, new long[] {10, 20, 20}, true, false, new BitSet());
        assertEquals(2, byTime.indexOf(7, 20));
        assertEquals(-1, byTime.indexOf(7, 10));
    }
}
