package traceglass.ingest.collection;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Values of ranges of memory that do not overlap. Addresses are unsigned; a range holds its start and not its end.
///
/// @param <V> what a range is for
public final class AddressMap<V> {

    /// A range and what it is for.
    public record Range<V>(long start, long end, V value) {

        /// Whether all of another range is in this one.
        public boolean contains(long from, long to) {
            return Long.compareUnsigned(start, from) <= 0 && Long.compareUnsigned(to, end) <= 0;
        }
    }

    private final TreeMap<Long, Range<V>> ranges = new TreeMap<>(Long::compareUnsigned);

    /// The end of a range of this size; that of memory if it would go beyond.
    public static long end(long start, long size) {
        long end = start + size;
        return Long.compareUnsigned(end, start) < 0 ? -1 : end;
    }

    /// The range that an address is in, or null.
    public Range<V> find(long address) {
        Map.Entry<Long, Range<V>> e = ranges.floorEntry(address);
        return e != null && Long.compareUnsigned(address, e.getValue().end) < 0 ? e.getValue() : null;
    }

    /// Calls for each range that shares an address with this one.
    public void forOverlaps(long start, long end, Consumer<V> action) {
        if (Long.compareUnsigned(start, end) >= 0) {
            return;
        }
        Range<V> first = find(start);
        if (first != null && first.start != start) {
            action.accept(first.value);
        }
        ranges.subMap(start, true, end, false).values().forEach(r -> action.accept(r.value));
    }

    /// Puts a range in; of those it lies over the rest remains. An empty range is left out.
    public void putOver(long start, long end, V value) {
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

    /// Puts a range in and takes those it lies over out as a whole. An empty range is left out.
    ///
    /// @param removed called for what is taken out
    public void putInstead(long start, long end, V value, Consumer<V> removed) {
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

    /// Takes out the range that begins here.
    public void remove(long start) {
        ranges.remove(start);
    }
}
