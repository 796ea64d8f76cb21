package traceglass.analysis.search;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// What a search found, sorted by time. Arrays are not written after hand-over.
///
/// @param text what was searched for
/// @param searched names of the tables that were searched
/// @param tables which of them each hit is a row of
/// @param ids its id there
/// @param ts its time, ns
/// @param dur its length, ns
/// @param names what matched: a slice's or a thread's name
/// @param where thread and process of the hit, as shown, or empty
/// @param more whether there are more than these
/// @param tracks `track.id`s that slices and counters among them are on
/// @param cpus `ucpu`s that turns on a CPU among them are on
public record SearchHits(
        String text,
        List<String> searched,
        byte[] tables,
        long[] ids,
        long[] ts,
        long[] dur,
        String[] names,
        String[] where,
        boolean more,
        Set<Long> tracks,
        Set<Long> cpus) {

    public static final SearchHits NONE = new SearchHits(
            "",
            List.of(),
            new byte[0],
            new long[0],
            new long[0],
            new long[0],
            new String[0],
            new String[0],
            false,
            Set.of(),
            Set.of());

    public int size() {
        return ts.length;
    }

    /// Name of the table that hit `i` is a row of.
    public String table(int i) {
        return searched.get(tables[i]);
    }

    /// Index of the first hit that starts at or after this time; [#size] when there is none.
    public int firstAtOrAfter(long time) {
        int i = Arrays.binarySearch(ts, time);
        if (i < 0) {
            return -i - 1;
        }
        while (i > 0 && ts[i - 1] == time) {
            i--;
        }
        return i;
    }
}
