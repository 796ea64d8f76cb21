package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.store.text.DisplayText;

/// Report of CPU time by thread or by process, on the selected CPUs or, if none is selected, of the selected threads.
public final class CpuReport implements AreaReport {

    private final boolean isByProcess;

    public CpuReport(boolean isByProcess) {
        this.isByProcess = isByProcess;
    }

    @Override
    public String id() {
        return isByProcess ? "area-cpu-process" : "area-cpu-thread";
    }

    @Override
    public String title() {
        return isByProcess ? SchedTexts.BY_PROCESS : SchedTexts.BY_THREAD;
    }

    @Override
    public List<GroupBy> groupings() {
        return isByProcess
                ? List.of(GroupBy.PROCESS, GroupBy.PROCESS_CPU)
                : List.of(GroupBy.THREAD, GroupBy.THREAD_CPU, GroupBy.CPU);
    }

    @Override
    public int rank() {
        return isByProcess ? 40 : 30;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.cpus().isEmpty() || !scope.threads().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        String keys = switch (grouping) {
            case CPU -> "";
            case PROCESS, PROCESS_CPU -> SchedQuery.PROCESS_NAME + " AS process, p.pid AS pid, p.upid AS upid,";
            default -> "th.name AS thread, th.tid AS tid, th.utid AS utid, p.name AS process, p.pid AS pid,";
        };
        keys += grouping == GroupBy.CPU || grouping == GroupBy.PROCESS_CPU || grouping == GroupBy.THREAD_CPU
                ? " cpu,"
                : "";
        keys += grouping == GroupBy.THREAD || grouping == GroupBy.THREAD_CPU
                ? ""
                : " count(DISTINCT th.utid) AS threads,";
        return """
            WITH part AS (
              SELECT utid, cpu, %s AS ns
              FROM sched
              WHERE %s
                AND %s
            )
            SELECT %s
              count(*) AS count,
              CAST(sum(ns) AS BIGINT) AS total,
              sum(ns) / CAST(%d AS DOUBLE) AS share,
              avg(ns) AS average,
              min(ns) AS min,
              max(ns) AS max
            FROM part
            JOIN thread AS th USING (utid)
            LEFT JOIN process AS p USING (upid)
            WHERE NOT coalesce(th.is_idle, th.utid = 0)
            GROUP BY ALL
            ORDER BY total DESC, 1\
            """.formatted(
                        scope.clippedDuration(),
                        threadOrCpuCondition(scope),
                        scope.overlapCondition(),
                        keys.strip(),
                        Math.max(1, scope.durNs()));
    }

    private static String threadOrCpuCondition(AreaScope scope) {
        return scope.cpus().isEmpty() ? AreaScope.in("utid", scope.threads()) : AreaScope.in("ucpu", scope.cpus());
    }

    @Override
    public String singlesTitle() {
        return SchedTexts.CPU_SLICES;
    }

    @Override
    public SingleEvents singleEvents(AreaScope scope, GroupBy grouping, RowStore rows, int row) {
        StringBuilder text = new StringBuilder();
        List<String> parts = new ArrayList<>();
        if (row >= 0) {
            if (rows.column("thread") >= 0) {
                text.append(" AND ").append(AreaScope.equalsCell("utid", rows, row, "utid"));
                parts.add(Objects.requireNonNullElse(rows.getText(row, rows.column("thread")), SchedTexts.SOME_THREAD)
                        + " " + rows.getText(row, rows.column("tid")));
            } else if (rows.column("process") >= 0) {
                // Each thread of an unknown process is a separate row.
                text.append(" AND utid IN (SELECT utid FROM thread AS th WHERE ")
                        .append(AreaScope.equalsCell("th.upid", rows, row, "upid"))
                        .append(
                                rows.isNull(row, rows.column("upid"))
                                        ? " AND " + AreaScope.equalsCell("th.name", rows, row, "process")
                                        : "")
                        .append(')');
                parts.add(
                        Objects.requireNonNullElse(rows.getText(row, rows.column("process")), SchedTexts.SOME_PROCESS));
            }
            if (rows.column("cpu") >= 0) {
                text.append(" AND ").append(AreaScope.equalsCell("cpu", rows, row, "cpu"));
                parts.add(EventDetailTexts.cpu(rows.getLong(row, rows.column("cpu"))));
            }
        }
        String source =
                """
            SELECT id, ts, dur, %s AS in_range, utid, cpu, priority, end_state
            FROM sched
            WHERE %s
              AND %s
              AND utid NOT IN (SELECT utid FROM thread WHERE coalesce(is_idle, utid = 0))%s\
            """.formatted(scope.clippedDuration(), threadOrCpuCondition(scope), scope.overlapCondition(), text);
        return new SingleEvents(
                SchedTexts.CPU_SLICES,
                String.join(" · ", parts),
                "sched",
                source,
                "s.id, s.ts, s.dur, s.in_range, s.in_range / CAST(%d AS DOUBLE) AS share, s.cpu, th.name AS thread, th.tid, p.name AS process, p.pid, s.priority, s.end_state"
                        .formatted(Math.max(1, scope.durNs())),
                "LEFT JOIN thread AS th ON th.utid = s.utid\nLEFT JOIN process AS p ON p.upid = th.upid",
                List.of(
                        new SingleEvents.ExtraColumn("utid", "s.utid"),
                        new SingleEvents.ExtraColumn("upid", "p.upid")));
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        for (int c = 0; c < rows.column("count"); c++) {
            String name = rows.names().get(c);
            columns.add(
                    switch (name) {
                        case "thread" ->
                            GridColumn.of(c, ReportTexts.THREAD, CellKind.TEXT).withWidth(-1);
                        case "process" ->
                            GridColumn.of(c, ReportTexts.PROCESS, CellKind.TEXT)
                                    .withSwatch()
                                    .withWidth(rows.column("thread") >= 0 ? 280 : -1);
                        case "utid" ->
                            GridColumn.of(c, name, CellKind.ID)
                                    .linkingTo("thread")
                                    .withWidth(70);
                        case "upid" ->
                            GridColumn.of(c, name, CellKind.ID)
                                    .linkingTo("process")
                                    .withWidth(70);
                        case "threads" ->
                            GridColumn.of(c, SchedTexts.THREADS, CellKind.INTEGER)
                                    .withWidth(80);
                        default ->
                            GridColumn.of(c, name.equals("cpu") ? ReportTexts.CPU : name, CellKind.ID)
                                    .withWidth(80);
                    });
        }
        int first = rows.column("count");
        columns.add(GridColumn.of(first, ReportTexts.COUNT, CellKind.INTEGER)
                .linkingTo(GridColumn.ROW)
                .withWidth(80));
        columns.add(GridColumn.of(first + 1, ReportTexts.CPU_TIME, CellKind.MILLIS)
                .withBar()
                .withWidth(160));
        columns.add(GridColumn.of(first + 2, SchedTexts.OF_WALL_TIME, CellKind.PERCENT)
                .withWidth(100));
        columns.add(
                GridColumn.of(first + 3, ReportTexts.AVERAGE, CellKind.MILLIS).withWidth(104));
        columns.add(GridColumn.of(first + 4, ReportTexts.MIN, CellKind.MILLIS).withWidth(96));
        columns.add(GridColumn.of(first + 5, ReportTexts.MAX, CellKind.MILLIS).withWidth(96));
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>();
        boolean hasCpuColumn = rows.column("cpu") >= 0;
        texts.add(
                hasCpuColumn
                        ? ReportTexts.rows(rows.size())
                        : isByProcess ? SchedTexts.processes(rows.size()) : SchedTexts.threads(rows.size()));
        for (int c = 1; c < rows.column("count"); c++) {
            texts.add(c == rows.column("threads") && !hasCpuColumn ? DisplayText.grouped(AreaReport.sum(rows, c)) : "");
        }
        texts.add(DisplayText.grouped(AreaReport.sum(rows, rows.column("count"))));
        texts.add(AreaReport.millis(AreaReport.sum(rows, rows.column("total"))));
        texts.addAll(List.of("", "", "", ""));
        return texts;
    }

    @Override
    public String sortedBy() {
        return ReportTexts.CPU_TIME;
    }

    @Override
    public String remark() {
        return SchedTexts.CPU_REMARK;
    }
}
