package traceglass.analysis.states;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.RowStore;

/// Report of the time spent in exclusive states: states that programs write themselves, and the idle states of CPUs.
public final class StatesReport extends EventReport {

    public StatesReport() {
        super("area-own-states", StateTexts.TITLE, GroupBy.TRACK_STATE, GroupBy.STATE);
    }

    @Override
    public int rank() {
        return 50;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.others().states().isEmpty() || !scope.others().idle().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        String keys = grouping == GroupBy.STATE ? "state" : "track, state";
        return """
            WITH part AS (
            %1$s
            )
            SELECT %2$s,
              count(*) AS count,
              CAST(sum(in_range) AS BIGINT) AS total,
              sum(in_range) / nullif(CAST(sum(sum(in_range)) OVER (%3$s) AS DOUBLE), 0) AS share,
              avg(in_range) AS average,
              min(in_range) AS min,
              max(in_range) AS max
            FROM part
            GROUP BY %2$s
            ORDER BY 1, total DESC, 2\
            """.formatted(
                parts(scope).indent(2).stripTrailing(), keys, grouping == GroupBy.STATE ? "" : "PARTITION BY track");
    }

    /// When a CPU is not idle, the kernel writes −1, which older traces store as an unsigned 32-bit number.
    private static String parts(AreaScope scope) {
        List<String> parts = new ArrayList<>();
        if (!scope.others().states().isEmpty()) {
            parts.add("""
                SELECT s.id, s.ts, s.dur, %s AS in_range, coalesce(s.value, '') AS state, t.name AS track, s.track_id, 'state' AS event_table
                FROM state AS s LEFT JOIN track AS t ON t.id = s.track_id
                WHERE %s
                  AND %s\
                """.formatted(
                            scope.clippedDuration(),
                            AreaScope.in("s.track_id", scope.others().states()),
                            scope.overlapCondition()));
        }
        if (!scope.others().idle().isEmpty()) {
            parts.add(SqlLabels.insert(
                            """
                            SELECT id, ts, dur, %s AS in_range, CASE WHEN value < 0 OR value = 4294967295 THEN {notIdle} ELSE {idle} || CAST(value AS BIGINT) END AS state,
                              track, track_id, 'counter' AS event_table
                            FROM (
                              SELECT c.id, c.ts, lead(c.ts, 1, %d) OVER (PARTITION BY c.track_id ORDER BY c.ts, c.id) - c.ts AS dur, c.value, c.track_id, {cpu} || t.cpu AS track
                              FROM counter AS c JOIN cpu_counter_track AS t ON t.id = c.track_id
                              WHERE %s
                            )
                            WHERE %s\
                            """, "notIdle", StateTexts.NOT_IDLE, "idle", StateTexts.IDLE, "cpu", StateTexts.CPU)
                    .formatted(
                            scope.clippedDuration(),
                            scope.traceEnd(),
                            AreaScope.in("c.track_id", scope.others().idle()),
                            scope.overlapCondition()));
        }
        return String.join("\nUNION ALL\n", parts);
    }

    @Override
    public String singlesTitle() {
        return StateTexts.SINGLES;
    }

    @Override
    public SingleEvents singleEvents(AreaScope scope, GroupBy grouping, RowStore rows, int row) {
        StringBuilder text = new StringBuilder();
        List<String> labels = new ArrayList<>();
        for (String key : List.of("track", "state")) {
            if (row >= 0 && rows.column(key) >= 0) {
                text.append(text.isEmpty() ? "\nWHERE " : " AND ").append(AreaScope.equalsCell(key, rows, row, key));
                labels.add(String.valueOf(rows.getText(row, rows.column(key))));
            }
        }
        return new SingleEvents(
                "states",
                String.join(" · ", labels),
                "",
                "SELECT * FROM (\n" + parts(scope).indent(2).stripTrailing() + "\n)" + text,
                "s.id, s.ts, s.dur, s.in_range, s.state, s.track, s.event_table",
                "",
                List.of(new SingleEvents.ExtraColumn("track_id", "s.track_id")));
    }

    @Override
    public String flexibleColumn() {
        return "state";
    }

    @Override
    protected String coloredColumn() {
        return "state";
    }

    @Override
    public String remark() {
        return StateTexts.REMARK;
    }
}
