package traceglass.analysis.listing;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Which events a list shows and in which order: a key and a time each. Immutable.
///
/// @param keys of [EventListing#rows]
/// @param times ns
/// @param byTime whether they are in the order of time
/// @param cut whether there are more than are kept
/// @param dim places of those that do not pass the filter and are shown dim; not changed
public record EventIndex(long[] keys, long[] times, boolean byTime, boolean cut, BitSet dim) {

    public static final EventIndex EMPTY = new EventIndex(new long[0], new long[0], true, false, new BitSet());

    /// More would take more memory than a list is worth: 16 bytes each.
    static final int MOST = 10_000_000;

    public int size() {
        return keys.length;
    }

    /// How many pass the filter.
    public int passing() {
        return keys.length - dim.cardinality();
    }

    /// The keys of those that pass the filter.
    public long[] passingKeys() {
        return dim.isEmpty()
                ? keys
                : IntStream.range(0, keys.length)
                        .filter(i -> !dim.get(i))
                        .mapToLong(i -> keys[i])
                        .toArray();
    }

    /// The first place whose time is not before `ts`; only in the order of time.
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

    /// The place of an event, or −1 when it is not shown.
    ///
    /// @param ts its time
    public int placeOf(long key, long ts) {
        for (int i = byTime ? firstFrom(ts) : 0; i < keys.length && (!byTime || times[i] == ts); i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /// The events from `start` to before `end`; in the order of time these are a part of the arrays.
    public EventIndex within(long start, long end) {
        if (byTime) {
            int from = firstFrom(start);
            int to = Math.max(from, firstFrom(end));
            return new EventIndex(
                    Arrays.copyOfRange(keys, from, to),
                    Arrays.copyOfRange(times, from, to),
                    true,
                    cut,
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
        return new EventIndex(Arrays.copyOf(someKeys, n), Arrays.copyOf(someTimes, n), false, cut, someDim);
    }

    /// SQL of the index.
    ///
    /// @param column to sort by, or empty for the order of time
    /// @param descending whether the largest comes first
    public static String sql(EventListing kind, EventFilter filter, String column, boolean descending) {
        boolean time = column.isEmpty() || column.equals("ts");
        String way = descending ? " DESC" : "";
        String order = time ? "ts" + way + ", key" + way : column + way + ", ts, key";
        boolean dims = filter.dims() && !filter.isAll();
        return "SELECT key, ts" + (dims ? ", (" + filter.sql(kind, "") + ") IS TRUE AS passes" : "") + " FROM ("
                + kind.rows("true") + ") AS e\n" + (dims ? "" : "WHERE " + filter.sql(kind, "") + "\n") + "ORDER BY "
                + order + "\nLIMIT " + (MOST + 1L);
    }

    public static EventIndex read(TraceQueries q, String sql, boolean byTime) throws QueryException {
        return q.read(sql, r -> {
            long[] keys = new long[4096];
            long[] times = new long[4096];
            int n = 0;
            boolean dims = r.getMetaData().getColumnCount() > 2;
            BitSet dim = new BitSet();
            while (n < MOST && r.next()) {
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
            return new EventIndex(Arrays.copyOf(keys, n), Arrays.copyOf(times, n), byTime, n == MOST && r.next(), dim);
        });
    }
}
