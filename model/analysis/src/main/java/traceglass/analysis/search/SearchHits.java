package traceglass.analysis.search;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Hits of a search, sorted by time. The arrays must not be modified.
///
/// @param text search text
/// @param searched names of the searched tables
/// @param tables index of the table of each hit
/// @param ids id in that table
/// @param ts time, ns
/// @param dur duration, ns
/// @param names matching text: the name of a slice or thread
/// @param locations thread and process of the hit for display, or empty
/// @param hasMore whether there are further hits
/// @param tracks `track.id`s of slices and counters among the hits
/// @param cpus `ucpu`s of scheduling slices among the hits
public record SearchHits(
        String text,
        List<String> searched,
        byte[] tables,
        long[] ids,
        long[] ts,
        long[] dur,
        String[] names,
        String[] locations,
        boolean hasMore,
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

    /// Returns the name of the table of hit `i`.
    public String table(int i) {
        return searched.get(tables[i]);
    }

    /// Returns the index of the first hit that starts at or after this time; [#size] if there is none.
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
