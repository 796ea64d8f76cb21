package traceglass.analysis.sched;

import java.util.function.UnaryOperator;

/// Durations of thread states, for queries. A state without an end lasts until the next one of its thread, or to the
/// end of the trace if there is none: a thread that was woken twice, or whose switch was lost, has such a state in the
/// middle of a trace.
public final class ThreadStateSpans {

    private ThreadStateSpans() {}

    /// Returns a replacement for `thread_state` after `FROM`: a query with its columns `id`, `ts` and the given ones,
    /// in which `dur` is −1 only if no state follows.
    ///
    /// @param columns more columns of `thread_state`, separated by commas
    /// @param threads returns the condition that selects threads, for the name of a column with their `utid`
    /// @param before ns; states that start then or later are left out. States that end later may be returned as
    ///     unfinished
    public static String of(String columns, UnaryOperator<String> threads, long before) {
        // Few threads have such states before their last one: only those are sorted.
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
