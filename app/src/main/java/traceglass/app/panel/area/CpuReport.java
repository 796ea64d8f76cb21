package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.List;
import traceglass.app.grid.CellKind;
import traceglass.app.grid.GridColumn;
import traceglass.app.grid.RowStore;
import traceglass.app.ui.Texts;

/// CPU time by thread or by process: of the selected CPUs, or, when none is selected, of the selected threads.
final class CpuReport implements AreaReport {

    private final boolean byProcess;

    CpuReport(boolean byProcess) {
        this.byProcess = byProcess;
    }

    @Override
    public String id() {
        return byProcess ? "area-cpu-process" : "area-cpu-thread";
    }

    @Override
    public String title() {
        return byProcess ? "CPU by process" : "CPU by thread";
    }

    @Override
    public List<String> groupings() {
        return List.of(byProcess ? "Process" : "Thread");
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.cpus().isEmpty() || !scope.threads().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, String grouping) {
        String whose = scope.cpus().isEmpty() ? AreaScope.in("utid", scope.threads()) : AreaScope.in("ucpu", scope.cpus());
        String keys = byProcess ? "coalesce(p.name, th.name) AS process, p.pid AS pid, p.upid AS upid, count(DISTINCT th.utid) AS threads,"
                : "th.name AS thread, th.tid AS tid, th.utid AS utid, p.name AS process, p.pid AS pid,";
        String group = byProcess ? "coalesce(p.name, th.name), p.pid, p.upid" : "th.name, th.tid, th.utid, p.name, p.pid";
        return """
                WITH part AS (
                  SELECT utid, %s AS ns
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
                GROUP BY %s
                ORDER BY total DESC, 1""".formatted(scope.part(), whose, scope.overlaps(), keys, Math.max(1, scope.durNs()), group);
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        int process = rows.column("process");
        if (byProcess) {
            columns.add(GridColumn.of(process, "Process", CellKind.TEXT).withSwatch().withWidth(-1));
            columns.add(GridColumn.of(rows.column("pid"), "pid", CellKind.ID).withWidth(80));
            columns.add(GridColumn.of(rows.column("upid"), "upid", CellKind.ID).linking("process").withWidth(70));
            columns.add(GridColumn.of(rows.column("threads"), "Threads", CellKind.INTEGER).withWidth(80));
        } else {
            columns.add(GridColumn.of(rows.column("thread"), "Thread", CellKind.TEXT).withWidth(-1));
            columns.add(GridColumn.of(rows.column("tid"), "tid", CellKind.ID).withWidth(80));
            columns.add(GridColumn.of(rows.column("utid"), "utid", CellKind.ID).linking("thread").withWidth(70));
            columns.add(GridColumn.of(process, "Process", CellKind.TEXT).withSwatch().withWidth(280));
            columns.add(GridColumn.of(rows.column("pid"), "pid", CellKind.ID).withWidth(80));
        }
        int first = rows.column("count");
        columns.add(GridColumn.of(first, "Count", CellKind.INTEGER).withWidth(80));
        columns.add(GridColumn.of(first + 1, "CPU time, ms", CellKind.MILLIS).withBar().withWidth(160));
        columns.add(GridColumn.of(first + 2, "of wall time", CellKind.PERCENT).withWidth(100));
        columns.add(GridColumn.of(first + 3, "Average, ms", CellKind.MILLIS).withWidth(104));
        columns.add(GridColumn.of(first + 4, "Min, ms", CellKind.MILLIS).withWidth(96));
        columns.add(GridColumn.of(first + 5, "Max, ms", CellKind.MILLIS).withWidth(96));
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>();
        texts.add(byProcess ? Texts.count(rows.size(), "process", "processes") : Texts.count(rows.size(), "thread", "threads"));
        texts.addAll(byProcess ? List.of("", "", Texts.grouped(AreaReport.sum(rows, rows.column("threads")))) : List.of("", "", "", ""));
        texts.add(Texts.grouped(AreaReport.sum(rows, rows.column("count"))));
        texts.add(ThreadStatesReport.millis(AreaReport.sum(rows, rows.column("total"))));
        texts.addAll(List.of("", "", "", ""));
        return texts;
    }

    @Override
    public String sortedBy() {
        return "CPU time, ms";
    }

    @Override
    public String remark() {
        return "turns cut at the edges, without idle";
    }
}
