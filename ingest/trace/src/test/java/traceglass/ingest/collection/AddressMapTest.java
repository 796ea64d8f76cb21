package traceglass.ingest.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressMapTest {

    private final AddressMap<String> map = new AddressMap<>();

    private String find(long address) {
        AddressMap.Range<String> r = map.find(address);
        return r == null
                ? null
                : r.value() + " " + Long.toUnsignedString(r.start()) + "-" + Long.toUnsignedString(r.end());
    }

    @Test
    void putTrimmingKeepsTheUncoveredPartsOfOtherRanges() {
        map.putTrimming(0, 100, "a");
        map.putTrimming(40, 50, "b");
        assertEquals("a 0-40", find(39));
        assertEquals("b 40-50", find(49));
        assertEquals("a 50-100", find(50));
        map.putTrimming(30, 60, "c");
        assertEquals("a 0-30", find(0));
        assertEquals("c 30-60", find(45));
        assertEquals("a 60-100", find(60));
        map.putTrimming(-10, -1, "top");
        assertEquals("top 18446744073709551606-18446744073709551615", find(-2));
        assertNull(find(100));
        map.putTrimming(5, 5, "empty");
        assertEquals("a 0-30", find(5));
    }

    @Test
    void putReplacingRemovesOverlappedRangesEntirely() {
        List<String> removed = new ArrayList<>();
        map.putReplacing(0, 10, "a", removed::add);
        map.putReplacing(10, 20, "b", removed::add);
        map.putReplacing(20, 30, "c", removed::add);
        assertEquals(List.of(), removed);
        map.putReplacing(9, 11, "d", removed::add);
        assertEquals(List.of("a", "b"), removed);
        assertNull(find(0));
        assertEquals("d 9-11", find(10));
        assertEquals("c 20-30", find(20));
        List<String> overlapped = new ArrayList<>();
        map.forEachOverlap(10, 21, overlapped::add);
        assertEquals(List.of("d", "c"), overlapped);
    }
}
