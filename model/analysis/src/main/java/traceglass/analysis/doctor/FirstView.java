package traceglass.analysis.doctor;

import java.util.Arrays;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Finds the time range to show first: the range in which the trace was recorded. Otherwise a few events long before
/// or after the recording would compress everything else.
public final class FirstView {

    /// Smallest fraction of the trace that is shown.
    private static final double MIN_SHOWN = .02;
    /// Smallest fraction that is cut off; if less is outside, the whole trace is shown.
    private static final double MIN_CUT = .1;

    private FirstView() {}

    /// Number of parts into which a range is divided to find where its events are.
    private static final int PARTS = 500;
    /// Minimum number of events for which some may lie outside the range.
    private static final int MIN_EVENTS = 20;
    /// Largest fraction of the events that may lie outside the range shown.
    private static final double STRAY_EVENTS = .005;
    /// Largest fraction of a range that its bulk takes up if the rest is cut off.
    private static final double SMALL_BULK = .2;
    /// Empty margin at both ends of the bulk, as a fraction of its length.
    private static final double MARGIN = .02;

    private record Recorded(boolean isKnown, TimeSpan span) {}

    /// Queries the store, which takes a few milliseconds. The range extends from the start of tracing as recorded
    /// in the trace, or the first kernel event, to the end of tracing. If the trace does not contain the time of
    /// its recording, single events far from all others may lie outside the range.
    public static TimeSpan read(TraceQueries q, TimeSpan bounds) throws QueryException {
        Recorded recorded = readRecordedSpan(q, bounds);
        return recorded.isKnown ? recorded.span : findBulk(q, bounds);
    }

    private static Recorded readRecordedSpan(TraceQueries q, TimeSpan bounds) throws QueryException {
        return q.read("""
            SELECT
              (SELECT max(int_value) FROM metadata WHERE name = 'tracing_started_ns'),
              (SELECT max(int_value) FROM metadata WHERE name = 'tracing_disabled_ns'),
              (SELECT least((SELECT min(ts) FROM __intrinsic_ftrace_event), (SELECT min(ts) FROM __intrinsic_sched_slice)))\
            """, r -> {
            r.next();
            long started = r.getLong(1);
            long start = Math.max(bounds.start(), started);
            long disabled = r.getLong(2);
            long end = disabled > 0 ? Math.min(bounds.end(), disabled) : bounds.end();
            start = Math.max(start, r.getLong(3));
            double share = (double) (end - start) / Math.max(1, bounds.durNs());
            boolean isUseful = share >= MIN_SHOWN && share <= 1 - MIN_CUT;
            return new Recorded(started > 0 || isUseful, isUseful ? new TimeSpan(start, end) : bounds);
        });
    }

    /// Returns the range with nearly all slices and counter samples if it is much shorter than the given range.
    /// One event can be millions of times farther away than the others are from each other, so the search is
    /// repeated in the part that was found.
    private static TimeSpan findBulk(TraceQueries q, TimeSpan range) throws QueryException {
        TimeSpan span = range;
        TimeSpan smaller = shrink(q, range);
        if (smaller.durNs() >= range.durNs() * SMALL_BULK) {
            return range;
        }
        while (smaller.durNs() < span.durNs() * (1 - MIN_CUT)) {
            span = smaller;
            smaller = shrink(q, span);
        }
        long margin = Math.max(1, (long) (span.durNs() * MARGIN));
        return new TimeSpan(Math.max(range.start(), span.start() - margin), Math.min(range.end(), span.end() + margin));
    }

    /// Returns the part of a range that contains nearly all of its events.
    private static TimeSpan shrink(TraceQueries q, TimeSpan range) throws QueryException {
        long part = range.durNs() / PARTS + 1;
        long[] counts = new long[PARTS];
        q.read(
                """
                SELECT part, count(*) FROM (
                  SELECT (ts - $start) // $part AS part FROM __intrinsic_slice WHERE ts BETWEEN $start AND $end
                  UNION ALL
                  SELECT (ts - $start) // $part FROM __intrinsic_counter WHERE ts BETWEEN $start AND $end)
                GROUP BY 1\
                """.replace("$start", Long.toString(range.start()))
                        .replace("$end", Long.toString(range.end()))
                        .replace("$part", Long.toString(part)),
                r -> {
                    while (r.next()) {
                        counts[Math.clamp(r.getLong(1), 0, PARTS - 1)] += r.getLong(2);
                    }
                    return counts;
                });
        long events = Arrays.stream(counts).sum();
        if (events < MIN_EVENTS) {
            return range;
        }
        long stray = Math.max(1, (long) (events * STRAY_EVENTS));
        int first = 0;
        int last = PARTS - 1;
        while (first < last && (counts[first] <= stray || counts[last] <= stray)) {
            // Drop the end with fewer events first.
            boolean dropsFirst = counts[first] <= counts[last];
            stray -= dropsFirst ? counts[first++] : counts[last--];
        }
        return new TimeSpan(range.start() + first * part, Math.min(range.end(), range.start() + (last + 1) * part));
    }
}
