package traceglass.analysis.counters;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.store.text.DisplayText;

/// Report of the selected counters. A value is valid until the next sample; the last sample before the range counts
/// too.
public final class CountersReport implements AreaReport {

    @Override
    public String id() {
        return "area-counters";
    }

    @Override
    public String title() {
        return CounterTexts.TITLE;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.COUNTER);
    }

    @Override
    public int rank() {
        return 60;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.counters().isEmpty()
                || !scope.samples().isEmpty()
                || !scope.others().computed().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        return SqlLabels.insert("""
            WITH sample AS (
              SELECT track_id, debug, kind, id, ts, value, lead(ts, 1, %d) OVER (PARTITION BY track_id, debug ORDER BY ts, id) AS until
              FROM (SELECT track_id, NULL AS debug, NULL AS kind, id, ts, value FROM counter WHERE %s%s)
              WHERE ts < %d
            ),
            part AS (
              SELECT *, CAST(least(until, %d) - greatest(ts, %d) AS DOUBLE) AS ns
              FROM sample
              WHERE until > %d OR ts >= %d
            )
            SELECT coalesce(t.name, c.debug) AS counter,
              coalesce(p.name, th.name, {cpu} || ct.cpu, c.kind, '') AS owner,
              coalesce(t.unit, '') AS unit,
              c.track_id AS track_id,
              count(*) FILTER (c.ts >= %d) AS samples,
              arg_min(c.value, (c.ts, c.id)) AS first,
              arg_max(c.value, (c.ts, c.id)) AS last,
              arg_max(c.value, (c.ts, c.id)) - arg_min(c.value, (c.ts, c.id)) AS change,
              (arg_max(c.value, (c.ts, c.id)) - arg_min(c.value, (c.ts, c.id))) / %s AS rate,
              min(c.value) AS min,
              max(c.value) AS max,
              CASE WHEN sum(c.ns) > 0 THEN sum(c.value * c.ns) / sum(c.ns) ELSE avg(c.value) END AS average
            FROM part AS c
            LEFT JOIN counter_track AS t ON t.id = c.track_id
            LEFT JOIN process_counter_track AS pt ON pt.id = c.track_id
            LEFT JOIN process AS p ON p.upid = pt.upid
            LEFT JOIN thread_counter_track AS tt ON tt.id = c.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN cpu_counter_track AS ct ON ct.id = c.track_id
            GROUP BY ALL
            ORDER BY counter, owner, track_id\
            """, "cpu", EventDetailTexts.CPU + " ")
                .formatted(
                        scope.end(),
                        scope.counters().isEmpty() ? "false" : AreaScope.in("track_id", scope.counters()),
                        debug(scope),
                        scope.end(),
                        scope.end(),
                        scope.start(),
                        scope.start(),
                        scope.start(),
                        scope.start(),
                        Math.max(1, scope.durNs()) / 1e9);
    }

    private static String debug(AreaScope scope) {
        StringBuilder sql = new StringBuilder();
        for (AreaScope.QueriedTrack track : scope.samples()) {
            sql.append("\n    UNION ALL SELECT NULL, ")
                    .append(track.quotedName())
                    .append(DebugTracks.isTable(track.table()) ? ", " + SqlLabels.literal(CounterTexts.DEBUG) : ", ''")
                    .append(", id, ts, CAST(value AS DOUBLE) FROM (")
                    .append(track.query())
                    .append(") AS e(id, ts, value)");
        }
        for (AreaScope.QueriedTrack track : scope.others().computed()) {
            sql.append("\n    UNION ALL SELECT NULL, ")
                    .append(track.quotedName())
                    .append(", ")
                    .append(SqlLabels.literal(CounterTexts.COMPUTED))
                    .append(", row_number() OVER (ORDER BY ts), ts, CAST(value AS DOUBLE) FROM (")
                    .append(track.query())
                    .append(") AS e(ts, value)");
        }
        return sql.toString();
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        String[] titles = {"samples", "first", "last", "change", "rate", "min", "max", "average"};
        String[] shown = {
            CounterTexts.SAMPLES,
            CounterTexts.FIRST,
            CounterTexts.LAST,
            EventDetailTexts.CHANGE,
            CounterTexts.RATE,
            ReportTexts.MIN,
            ReportTexts.MAX,
            ReportTexts.AVERAGE
        };
        ArrayList<GridColumn> columns = new ArrayList<>();
        columns.add(GridColumn.of(rows.column("counter"), CounterTexts.COUNTER, CellKind.TEXT)
                .withWidth(-1));
        columns.add(GridColumn.of(rows.column("owner"), EventDetailTexts.OWNER, CellKind.TEXT)
                .withWidth(180));
        columns.add(GridColumn.of(rows.column("unit"), CounterTexts.UNIT, CellKind.TEXT)
                .withWidth(70));
        columns.add(GridColumn.of(rows.column("track_id"), ReportTexts.TRACK, CellKind.ID)
                .linkingTo("track")
                .withWidth(70));
        for (int i = 0; i < titles.length; i++) {
            columns.add(GridColumn.of(rows.column(titles[i]), shown[i], i == 0 ? CellKind.INTEGER : CellKind.REAL)
                    .withWidth(i == 0 ? 80 : 0));
        }
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        return List.of(
                CounterTexts.counters(rows.size()),
                "",
                "",
                "",
                DisplayText.grouped(AreaReport.sum(rows, rows.column("samples"))),
                "",
                "",
                "",
                "",
                "",
                "",
                "");
    }

    @Override
    public String sortedBy() {
        return "";
    }

    @Override
    public String remark() {
        return CounterTexts.AVERAGE_REMARK;
    }
}
