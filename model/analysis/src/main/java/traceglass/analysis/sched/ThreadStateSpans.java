package traceglass.analysis.sched;

import java.util.function.UnaryOperator;

/// How long states of threads last, for queries. One without an end lasts until the next one of its thread, and to the
/// end of the trace only where no other follows: a thread that was woken twice, or whose switch was lost, has such a
/// state in the middle of a trace.
public final class ThreadStateSpans {

    private ThreadStateSpans() {}

    /// What stands in the place of `thread_state` behind `FROM`: a query with its columns `id`, `ts` and those that
    /// are asked for, in which `dur` is −1 only where no state follows.
    ///
    /// @param columns more columns of `thread_state`, divided by commas
    /// @param threads gives the condition that chooses threads, for the name of a column with their `utid`
    /// @param before ns; states that begin then or later are left out. What ends later may also be said not to end
    public static String of(String columns, UnaryOperator<String> threads, long before) {
        // Few threads have such states before their last one: only theirs are put in order.
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
