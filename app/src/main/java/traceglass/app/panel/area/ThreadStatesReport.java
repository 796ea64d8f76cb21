package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.app.grid.CellKind;
import traceglass.app.grid.CellText;
import traceglass.app.grid.GridColumn;
import traceglass.app.grid.RowStore;
import traceglass.app.ui.Texts;

/// How long the selected threads were in which state.
final class ThreadStatesReport implements AreaReport {

    private static final String STATE = "State";
    private static final String THREAD_STATE = "Thread, state";
    private static final String PROCESS_STATE = "Process, state";
    private static final String BLOCKED = "Blocked function";

    @Override
    public String id() {
        return "area-states";
    }

    @Override
    public String title() {
        return "Thread states";
    }

    @Override
    public List<String> groupings() {
        return List.of(STATE, THREAD_STATE, PROCESS_STATE, BLOCKED);
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.threads().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, String grouping) {
        boolean threads = grouping.equals(THREAD_STATE) || grouping.equals(PROCESS_STATE);
        return """
                WITH part AS (
                  SELECT state, io_wait, utid, blocked_function, %s AS ns
                  FROM thread_state
                  WHERE %s
                    AND %s
                )
                SELECT %s
                  %s AS state,
                  count(*) AS count,
                  CAST(sum(ns) AS BIGINT) AS total,
                  sum(ns) / CAST(sum(sum(ns)) OVER () AS DOUBLE) AS share,
                  avg(ns) AS average,
                  min(ns) AS min,
                  max(ns) AS max
                FROM part%s
                GROUP BY ALL
                ORDER BY total DESC, 1""".formatted(scope.part(), AreaScope.in("utid", scope.threads()), scope.overlaps(),
                switch (grouping) {
                    case THREAD_STATE -> "th.name AS thread, th.tid AS tid, p.name AS process,";
                    case PROCESS_STATE -> "coalesce(p.name, th.name) AS process, p.pid AS pid,";
                    case BLOCKED -> "coalesce(blocked_function, '') AS blocked_function,";
                    default -> "";
                }, StateNames.SQL,
                threads ? "\nLEFT JOIN thread AS th USING (utid)\nLEFT JOIN process AS p USING (upid)" : "");
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        columns.add(GridColumn.of(rows.column("state"), "State", CellKind.TEXT).withSwatch().withWidth(-1));
        if (rows.column("thread") >= 0) {
            columns.add(GridColumn.of(rows.column("thread"), "Thread", CellKind.TEXT).withWidth(190));
            columns.add(GridColumn.of(rows.column("tid"), "tid", CellKind.ID).withWidth(70));
            columns.add(GridColumn.of(rows.column("process"), "Process", CellKind.TEXT).withWidth(220));
        } else if (rows.column("process") >= 0) {
            columns.add(GridColumn.of(rows.column("process"), "Process", CellKind.TEXT).withWidth(240));
            columns.add(GridColumn.of(rows.column("pid"), "pid", CellKind.ID).withWidth(80));
        } else if (rows.column("blocked_function") >= 0) {
            columns.add(GridColumn.of(rows.column("blocked_function"), "Blocked in", CellKind.TEXT).withWidth(260));
        }
        int first = rows.column("count");
        columns.add(GridColumn.of(first, "Count", CellKind.INTEGER).withWidth(80));
        columns.add(GridColumn.of(first + 1, "Total, ms", CellKind.MILLIS).withBar().withWidth(170));
        columns.add(GridColumn.of(first + 2, "Share", CellKind.PERCENT).withWidth(80));
        columns.add(GridColumn.of(first + 3, "Average, ms", CellKind.MILLIS).withWidth(110));
        columns.add(GridColumn.of(first + 4, "Min, ms", CellKind.MILLIS).withWidth(104));
        columns.add(GridColumn.of(first + 5, "Max, ms", CellKind.MILLIS).withWidth(104));
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>(List.of(Texts.count(rows.size(), "row", "rows")));
        if (rows.column("thread") >= 0) {
            texts.addAll(List.of("", "", ""));
        } else {
            for (int c = 0; c < rows.column("state"); c++) {
                texts.add("");
            }
        }
        texts.add(Texts.grouped(AreaReport.sum(rows, rows.column("count"))));
        texts.add(millis(AreaReport.sum(rows, rows.column("total"))));
        texts.addAll(List.of("", "", "", ""));
        return texts;
    }

    @Override
    public String sortedBy() {
        return "Total, ms";
    }

    @Override
    public String remark() {
        return "states cut at the edges";
    }

    static String millis(long ns) {
        return CellText.groupedNumber(String.format(Locale.ROOT, "%.3f", ns / 1e6));
    }
}
