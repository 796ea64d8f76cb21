package traceglass.analysis.sched.states;

import java.util.function.UnaryOperator;

/// Computes durations of thread states in SQL. A state without a recorded end lasts until the next state of its thread,
/// or until the end of the trace. Such states occur in the middle of a trace if a thread was woken twice or a
/// scheduling event was lost.
public final class ThreadStateSpans {

    private ThreadStateSpans() {}

    /// Returns a subquery that replaces `thread_state` after `FROM`, with the columns `id`, `ts`, `dur` and the
    /// given ones. `dur` is −1 only if no state of the thread follows.
    ///
    /// @param columns more columns of `thread_state`, separated by commas
    /// @param threads returns the condition that selects threads, given the name of the column with their `utid`
    /// @param before end of the range in ns, exclusive: states that start later are omitted, and states that end
    ///     later may have no end
    public static String of(String columns, UnaryOperator<String> threads, long before) {
        // Sort only the few threads that have such a state before their last one.
        return """
            (
              SELECT s.id, s.ts, CASE WHEN s.dur < 0 AND e.until IS NOT NULL THEN e.until - s.ts ELSE s.dur END AS dur, %s
              FROM thread_state AS s
              LEFT JOIN (
                SELECT id, lead(ts) OVER (PARTITION BY utid ORDER BY ts, id) AS until
                FROM thread_state
                WHERE ts < %2$d AND utid IN (
                  SELECT utid
                  FROM thread_state
                  WHERE %3$s AND ts < %2$d
                  GROUP BY utid
                  HAVING min(ts) FILTER (dur < 0) < max(ts) OR min(id) FILTER (dur < 0) < max(id)
                )
              ) AS e ON e.id = s.id
              WHERE s.ts < %2$d AND %4$s
            )\
            """.formatted(
                        "s." + columns.replace(", ", ", s."), before, threads.apply("utid"), threads.apply("s.utid"));
    }
}
