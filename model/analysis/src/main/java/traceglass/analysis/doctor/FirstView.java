package traceglass.analysis.doctor;

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

    /// Queries the store, which takes a few milliseconds. The range extends from the start of tracing as recorded
    /// in the trace, or the first kernel event, to the end of tracing.
    public static TimeSpan read(TraceQueries q, TimeSpan bounds) throws QueryException {
        return q.read("""
            SELECT
              (SELECT max(int_value) FROM metadata WHERE name = 'tracing_started_ns'),
              (SELECT max(int_value) FROM metadata WHERE name = 'tracing_disabled_ns'),
              (SELECT least((SELECT min(ts) FROM __intrinsic_ftrace_event), (SELECT min(ts) FROM __intrinsic_sched_slice)))\
            """, r -> {
            r.next();
            long start = Math.max(bounds.start(), r.getLong(1));
            long disabled = r.getLong(2);
            long end = disabled > 0 ? Math.min(bounds.end(), disabled) : bounds.end();
            start = Math.max(start, r.getLong(3));
            double share = (double) (end - start) / Math.max(1, bounds.durNs());
            return share < MIN_SHOWN || share > 1 - MIN_CUT ? bounds : new TimeSpan(start, end);
        });
    }
}
