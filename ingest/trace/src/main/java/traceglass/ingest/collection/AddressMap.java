package traceglass.ingest.collection;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Map from non-overlapping address ranges to values. Addresses are unsigned; the start of a range is inclusive, the
/// end exclusive.
///
/// @param <V> type of the values
public final class AddressMap<V> {

    /// Address range and its value.
    public record Range<V>(long start, long end, V value) {

        /// Returns whether this range contains all of another.
        public boolean contains(long from, long to) {
            return Long.compareUnsigned(start, from) <= 0 && Long.compareUnsigned(to, end) <= 0;
        }
    }

    private final TreeMap<Long, Range<V>> ranges = new TreeMap<>(Long::compareUnsigned);

    /// Returns the end of a range of this size, capped at the end of the address space.
    public static long end(long start, long size) {
        long end = start + size;
        return Long.compareUnsigned(end, start) < 0 ? -1 : end;
    }

    /// Returns the range that contains an address, or null.
    public Range<V> find(long address) {
        Map.Entry<Long, Range<V>> e = ranges.floorEntry(address);
        return e != null && Long.compareUnsigned(address, e.getValue().end) < 0 ? e.getValue() : null;
    }

    /// Calls `action` with the value of each range that overlaps the given one.
    public void forEachOverlap(long start, long end, Consumer<V> action) {
        if (Long.compareUnsigned(start, end) >= 0) {
            return;
        }
        Range<V> first = find(start);
        if (first != null && first.start != start) {
            action.accept(first.value);
        }
        ranges.subMap(start, true, end, false).values().forEach(r -> action.accept(r.value));
    }

    /// Adds a range. Existing ranges that it overlaps are trimmed or split. An empty range is ignored.
    public void putTrimming(long start, long end, V value) {
        if (Long.compareUnsigned(start, end) >= 0) {
            return;
        }
        Range<V> first = find(start);
        if (first != null && first.start != start) {
            ranges.put(first.start, new Range<>(first.start, start, first.value));
        }
        Range<V> last = first != null && Long.compareUnsigned(first.end, end) > 0 ? first : find(end);
        ranges.subMap(start, true, end, false).clear();
        if (last != null && Long.compareUnsigned(last.start, end) < 0) {
            ranges.put(end, new Range<>(end, last.end, last.value));
        }
        ranges.put(start, new Range<>(start, end, value));
    }

    /// Adds a range. Existing ranges that it overlaps are removed entirely. An empty range is ignored.
    ///
    /// @param removed receives the values of the removed ranges
    public void putReplacing(long start, long end, V value, Consumer<V> removed) {
        if (Long.compareUnsigned(start, end) >= 0) {
            return;
        }
        Range<V> first = find(start);
        long from = first == null ? start : first.start;
        Map<Long, Range<V>> old = ranges.subMap(from, true, end, false);
        old.values().forEach(r -> removed.accept(r.value));
        old.clear();
        ranges.put(start, new Range<>(start, end, value));
    }

    /// Visits all ranges in ascending order.
    public void forEach(Consumer<Range<V>> visitor) {
        ranges.values().forEach(visitor);
    }

    /// Removes the range with this start address.
    public void remove(long start) {
        ranges.remove(start);
    }
}
