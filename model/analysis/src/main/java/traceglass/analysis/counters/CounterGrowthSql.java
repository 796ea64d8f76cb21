package traceglass.analysis.counters;

import traceglass.analysis.area.AreaScope;

/// SQL for the growth of monotonic counters within a range. A counter is assumed to grow linearly between two
/// readings, so that an edge of the range splits the growth proportionally. Nothing is extrapolated before the
/// first or after the last reading.
public final class CounterGrowthSql {

    private CounterGrowthSql() {}

    /// Returns the common table expression `growth` with one row for each track: `track_id`; `readings`, the
    /// number of readings in the range, including its edges; `growth`; `max_rate`, the steepest growth, per ns;
    /// `covered_ns`, the part of the range between readings; and `measured`, the growth from the first to the last
    /// reading in the range. Decreases, such as after a restart, count as no growth.
    ///
    /// @param type type of the counters' tracks
    public static String growthQuery(AreaScope scope, String type) {
        return """
            WITH reading AS (
              SELECT c.track_id, c.ts, c.value,
                lead(c.ts) OVER in_order - c.ts AS dur,
                greatest(0, lead(c.value) OVER in_order - c.value) AS increase
              FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id
              WHERE t.type = '%1$s' AND %2$s
              WINDOW in_order AS (PARTITION BY c.track_id ORDER BY c.ts, c.id)
            ),
            part AS (
              SELECT *, CASE WHEN dur IS NULL THEN 0 ELSE least(ts + dur, %4$d) - greatest(ts, %3$d) END AS ns
              FROM reading
              WHERE ts <= %4$d AND (ts >= %3$d OR ts + dur > %3$d)
            ),
            growth AS (
              SELECT track_id,
                count(*) FILTER (ts >= %3$d) AS readings,
                coalesce(sum(CASE WHEN dur > 0 THEN increase * ns / dur ELSE increase END) FILTER (ts < %4$d), 0) AS growth,
                max(increase / dur) FILTER (ts < %4$d AND dur > 0) AS max_rate,
                coalesce(sum(ns) FILTER (ts < %4$d), 0) AS covered_ns,
                coalesce(sum(increase) FILTER (ts >= %3$d AND ts + dur <= %4$d), 0) AS measured
              FROM part
              GROUP BY track_id
            )
            """.formatted(
                        type,
                        scope.counters().isEmpty() ? "false" : AreaScope.in("c.track_id", scope.counters()),
                        scope.start(),
                        scope.end());
    }
}
