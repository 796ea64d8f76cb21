package traceglass.analysis.sched.states;

import java.util.List;
import traceglass.analysis.events.StateTime;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads the time that a thread spent in each state.
public final class StateShares {

    /// A state without an end lasts until the thread's next one: a thread that was woken twice has such a state in
    /// the middle of a trace.
    private static final String SQL = """
        SELECT state, io_wait, CAST(sum(least(until, ?) - greatest(ts, ?)) AS BIGINT) AS ns
        FROM (SELECT state, io_wait, ts, coalesce(CASE WHEN dur < 0 THEN lead(ts) OVER (ORDER BY ts, id) ELSE ts + dur END, ?) AS until
              FROM thread_state
              WHERE utid = ? AND ts < ?)
        WHERE until > ?
        GROUP BY ALL
        HAVING ns > 0
        ORDER BY ns DESC, state\
        """;

    private StateShares() {}

    /// Returns the states of the thread from `start` to `end`, longest first; time without recorded state is
    /// omitted.
    public static List<StateTime> during(TraceQueries queries, long utid, long start, long end) throws QueryException {
        return queries.all(
                SQL,
                r -> {
                    Long io = TraceQueries.number(r, 2);
                    return new StateTime(
                            ThreadStateLabels.of(r.getString(1), io == null ? null : io != 0), r.getLong(3));
                },
                end,
                start,
                end,
                utid,
                end,
                start);
    }
}
