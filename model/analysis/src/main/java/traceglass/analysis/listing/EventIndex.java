package traceglass.analysis.listing;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Keys and times of the events of a list, in display order. Immutable.
///
/// @param keys keys of [EventListing#rows]
/// @param times times of the events in ns
/// @param isSortedByTime whether the order is by time
/// @param isTruncated whether events beyond the maximum were omitted
/// @param dim indexes of events that do not match the filter and are dimmed; must not be modified
public record EventIndex(long[] keys, long[] times, boolean isSortedByTime, boolean isTruncated, BitSet dim) {

    public static final EventIndex EMPTY = new EventIndex(new long[0], new long[0], true, false, new BitSet());

    /// Maximum number of events, to limit memory: each takes 16 bytes.
    static final int MAX_EVENTS = 10_000_000;

    public int size() {
        return keys.length;
    }

    /// Returns the number of events that match the filter.
    public int matchingCount() {
        return keys.length - dim.cardinality();
    }

    /// Returns the keys of the events that match the filter.
    public long[] matchingKeys() {
        return dim.isEmpty()
                ? keys
                : IntStream.range(0, keys.length)
                        .filter(i -> !dim.get(i))
                        .mapToLong(i -> keys[i])
                        .toArray();
    }

    /// Returns the first index whose time is at or after `ts`; only for the order by time.
    public int firstFrom(long ts) {
        int low = 0;
        int high = times.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (times[middle] < ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Returns the index of an event, or −1 if it is not in the list.
    ///
    /// @param ts its time
    public int indexOf(long key, long ts) {
        for (int i = isSortedByTime ? firstFrom(ts) : 0; i < keys.length && (!isSortedByTime || times[i] == ts); i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /// Returns the events from `start` up to, but not including, `end`; in the order by time these are a slice of
    /// the arrays.
    public EventIndex limitTo(long start, long end) {
        if (isSortedByTime) {
            int from = firstFrom(start);
            int to = Math.max(from, firstFrom(end));
            return new EventIndex(
                    Arrays.copyOfRange(keys, from, to),
                    Arrays.copyOfRange(times, from, to),
                    true,
                    isTruncated,
                    dim.get(from, to));
        }
        long[] someKeys = new long[keys.length];
        long[] someTimes = new long[keys.length];
        BitSet someDim = new BitSet();
        int n = 0;
        for (int i = 0; i < keys.length; i++) {
            if (times[i] >= start && times[i] < end) {
                someKeys[n] = keys[i];
                someDim.set(n, dim.get(i));
                someTimes[n++] = times[i];
            }
        }
        return new EventIndex(Arrays.copyOf(someKeys, n), Arrays.copyOf(someTimes, n), false, isTruncated, someDim);
    }

    /// Returns the SQL of the index.
    ///
    /// @param column column to sort by, or empty for the order by time
    /// @param isDescending whether the largest value comes first
    public static String sql(EventListing listing, EventFilter filter, String column, boolean isDescending) {
        boolean isTime = column.isEmpty() || column.equals("ts");
        String direction = isDescending ? " DESC" : "";
        String order = isTime ? "ts" + direction + ", key" + direction : column + direction + ", ts, key";
        boolean dims = filter.dimsOthers() && !filter.isAll();
        return "SELECT key, ts" + (dims ? ", (" + filter.sql(listing, "") + ") IS TRUE AS passes" : "") + " FROM ("
                + listing.rows("true") + ") AS e\n" + (dims ? "" : "WHERE " + filter.sql(listing, "") + "\n")
                + "ORDER BY "
                + order + "\nLIMIT " + (MAX_EVENTS + 1L);
    }

    public static EventIndex read(TraceQueries q, String sql, boolean isByTime) throws QueryException {
        return q.read(sql, r -> {
            long[] keys = new long[4096];
            long[] times = new long[4096];
            int n = 0;
            boolean dims = r.getMetaData().getColumnCount() > 2;
            BitSet dim = new BitSet();
            while (n < MAX_EVENTS && r.next()) {
                if (n == keys.length) {
                    keys = Arrays.copyOf(keys, n * 2);
                    times = Arrays.copyOf(times, n * 2);
                }
                keys[n] = r.getLong(1);
                if (dims && !r.getBoolean(3)) {
                    dim.set(n);
                }
                times[n++] = r.getLong(2);
            }
            return new EventIndex(
                    Arrays.copyOf(keys, n), Arrays.copyOf(times, n), isByTime, n == MAX_EVENTS && r.next(), dim);
        });
    }
}
