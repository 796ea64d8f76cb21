package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Histogram of the durations of slices of one name, with buckets that grow exponentially. Immutable.
///
/// @param count number of slices that ended and have a duration
/// @param instants number of slices without a duration
/// @param unfinished number of slices that never ended
/// @param shorter number of slices shorter than the compared one
/// @param min shortest duration, ns
/// @param max longest duration, ns
/// @param median median duration, ns
/// @param p90 90th percentile, ns
/// @param p99 99th percentile, ns
/// @param upper inclusive upper bound of each bar, ns
/// @param counts number of slices in each bar
public record Durations(
        long count,
        long instants,
        long unfinished,
        long shorter,
        long min,
        long max,
        long median,
        long p90,
        long p99,
        long[] upper,
        long[] counts) {

    /// Maximum number of bars.
    static final int BARS = 40;

    private static final String SUMMARY = """
        SELECT n, instants, unfinished, shorter, low, high, q[1], q[2], q[3]
        FROM (
          SELECT count(*) FILTER (dur > 0) AS n, count(*) FILTER (dur = 0) AS instants, count(*) FILTER (dur < 0) AS unfinished,
            count(*) FILTER (dur > 0 AND dur < %d) AS shorter, min(dur) FILTER (dur > 0) AS low, max(dur) FILTER (dur > 0) AS high,
            quantile_disc(dur, [0.5, 0.9, 0.99]) FILTER (dur > 0) AS q
          FROM slice AS s WHERE %s
        )\
        """;

    private static final String BINS = """
        SELECT unnest(map_keys(h)), unnest(map_values(h))
        FROM (SELECT histogram(s.dur, [%s]) AS h FROM slice AS s WHERE %s AND s.dur > 0)\
        """;

    /// Reads the histogram in two passes over the table. Call on a query thread.
    ///
    /// @param condition condition over `s`, a row of `slice`
    /// @param dur duration of the compared slice, ns
    public static Durations read(TraceQueries queries, String condition, long dur) throws QueryException {
        Durations summary = queries.first(
                        SUMMARY.formatted(Math.max(0, dur), condition),
                        r -> new Durations(
                                r.getLong(1),
                                r.getLong(2),
                                r.getLong(3),
                                r.getLong(4),
                                r.getLong(5),
                                r.getLong(6),
                                r.getLong(7),
                                r.getLong(8),
                                r.getLong(9),
                                new long[0],
                                new long[0]))
                .orElseThrow();
        if (summary.count == 0) {
            return summary;
        }
        long[] upper = edges(summary.min, summary.max);
        long[] counts = new long[upper.length];
        List<long[]> found = new ArrayList<>(queries.all(
                BINS.formatted(
                        LongStream.of(upper).mapToObj(e -> e + "::BIGINT").collect(Collectors.joining(", ")),
                        condition),
                r -> new long[] {r.getLong(1), r.getLong(2)}));
        for (long[] bin : found) {
            int index = Arrays.binarySearch(upper, bin[0]);
            if (index >= 0) {
                counts[index] += bin[1];
            }
        }
        return new Durations(
                summary.count,
                summary.instants,
                summary.unfinished,
                summary.shorter,
                summary.min,
                summary.max,
                summary.median,
                summary.p90,
                summary.p99,
                upper,
                counts);
    }

    /// Returns the upper bounds of bars, in geometric progression and rounded to nanoseconds; fewer if min and
    /// max are close to each other.
    static long[] edges(long min, long max) {
        return LongStream.rangeClosed(1, BARS)
                .map(i -> i == BARS
                        ? max
                        : Math.min(max, Math.round(min * Math.pow((double) max / min, (double) i / BARS))))
                .distinct()
                .toArray();
    }

    /// Returns the bar that counts slices of this duration, or −1.
    public int bar(long dur) {
        int index = Arrays.binarySearch(upper, dur);
        int bar = index >= 0 ? index : -index - 1;
        return dur < min || bar >= upper.length ? -1 : bar;
    }

    /// Returns the lower bound of a bar, ns.
    public long from(int bar) {
        return bar == 0 ? min : upper[bar - 1] + 1;
    }
}
