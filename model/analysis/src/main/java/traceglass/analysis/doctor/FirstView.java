package traceglass.analysis.doctor;

import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Finds the stretch of a trace that is worth looking at first: that in which it was recorded. A few events of long
/// before or after would else push everything else to one side.
public final class FirstView {

    /// A share of the trace that is too small to be all that people want to see.
    private static final double LEAST = .02;
    /// What is left out has to be worth it: less than this share stays in view.
    private static final double WORTH = .1;

    private FirstView() {}

    /// Asks the store; takes some milliseconds. From where tracing began, as far as the trace tells, or its first
    /// kernel event, to where it was ended.
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
            return share < LEAST || share > 1 - WORTH ? bounds : new TimeSpan(start, end);
        });
    }
}
