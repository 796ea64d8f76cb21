package traceglass.analysis.sched;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.states.StateNames;
import traceglass.analysis.sched.states.ThreadStateSpans;
import traceglass.store.text.DisplayText;

/// Report of the time that the selected threads spent in each state.
public final class ThreadStatesReport implements AreaReport {

    @Override
    public String id() {
        return "area-states";
    }

    @Override
    public String title() {
        return SchedTexts.STATES_TITLE;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(
                GroupBy.STATE,
                GroupBy.THREAD_STATE,
                GroupBy.PROCESS_STATE,
                GroupBy.CPU_STATE,
                GroupBy.BLOCKED_FUNCTION);
    }

    @Override
    public int rank() {
        return 20;
    }

    @Override
    public ReportHeader header() {
        return ReportHeader.STATES;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.threads().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        boolean isByThread = grouping == GroupBy.THREAD_STATE || grouping == GroupBy.PROCESS_STATE;
        return """
            WITH part AS (
              SELECT state, io_wait, utid, cpu, blocked_function, %s AS ns
              FROM %s
              WHERE %s
            )
            SELECT %s
              %s AS state,
              count(*) AS count,
              CAST(sum(ns) AS BIGINT) AS total,
              sum(ns) / nullif(CAST(sum(sum(ns)) OVER () AS DOUBLE), 0) AS share,
              avg(ns) AS average,
              min(ns) AS min,
              max(ns) AS max
            FROM part%s
            GROUP BY ALL
            ORDER BY total DESC, 1\
            """.formatted(
                scope.clippedDuration(),
                states(scope, "utid, state, io_wait, cpu, blocked_function")
                        .indent(2)
                        .strip(),
                scope.overlapCondition(),
                switch (grouping) {
                    case THREAD_STATE -> "th.name AS thread, th.tid AS tid, utid, p.name AS process,";
                    case PROCESS_STATE -> SchedQuery.PROCESS_NAME + " AS process, p.pid AS pid, p.upid AS upid,";
                    case CPU_STATE -> "cpu,";
                    case BLOCKED_FUNCTION -> "coalesce(blocked_function, '') AS blocked_function,";
                    default -> "";
                },
                StateNames.SQL,
                isByThread ? "\nLEFT JOIN thread AS th USING (utid)\nLEFT JOIN process AS p USING (upid)" : "");
    }

    private static String states(AreaScope scope, String columns) {
        return ThreadStateSpans.of(columns, utid -> AreaScope.in(utid, scope.threads()), scope.end());
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        columns.add(GridColumn.of(rows.column("state"), ReportTexts.STATE, CellKind.TEXT)
                .withSwatch()
                .withWidth(-1));
        for (int c = 0; c < rows.column("state"); c++) {
            String name = rows.names().get(c);
            columns.add(
                    switch (name) {
                        case "thread" ->
                            GridColumn.of(c, ReportTexts.THREAD, CellKind.TEXT).withWidth(190);
                        case "process" ->
                            GridColumn.of(c, ReportTexts.PROCESS, CellKind.TEXT).withWidth(220);
                        case "blocked_function" ->
                            GridColumn.of(c, EventDetailTexts.BLOCKED_IN, CellKind.TEXT)
                                    .withWidth(260);
                        case "utid" ->
                            GridColumn.of(c, name, CellKind.ID)
                                    .linkingTo("thread")
                                    .withWidth(70);
                        case "upid" ->
                            GridColumn.of(c, name, CellKind.ID)
                                    .linkingTo("process")
                                    .withWidth(70);
                        default ->
                            GridColumn.of(c, name.equals("cpu") ? ReportTexts.CPU : name, CellKind.ID)
                                    .withWidth(80);
                    });
        }
        int first = rows.column("count");
        columns.add(GridColumn.of(first, ReportTexts.COUNT, CellKind.INTEGER)
                .linkingTo(GridColumn.ROW)
                .withWidth(80));
        columns.add(GridColumn.of(first + 1, ReportTexts.TOTAL, CellKind.MILLIS)
                .withBar()
                .withWidth(170));
        columns.add(
                GridColumn.of(first + 2, ReportTexts.SHARE, CellKind.PERCENT).withWidth(80));
        columns.add(
                GridColumn.of(first + 3, ReportTexts.AVERAGE, CellKind.MILLIS).withWidth(110));
        columns.add(GridColumn.of(first + 4, ReportTexts.MIN, CellKind.MILLIS).withWidth(104));
        columns.add(GridColumn.of(first + 5, ReportTexts.MAX, CellKind.MILLIS).withWidth(104));
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>(List.of(ReportTexts.rows(rows.size())));
        for (int c = 0; c < rows.column("state"); c++) {
            texts.add("");
        }
        texts.add(DisplayText.grouped(AreaReport.sum(rows, rows.column("count"))));
        texts.add(AreaReport.millis(AreaReport.sum(rows, rows.column("total"))));
        texts.addAll(List.of("", "", "", ""));
        return texts;
    }

    @Override
    public String singlesTitle() {
        return SchedTexts.STATES;
    }

    @Override
    public SingleEvents singleEvents(AreaScope scope, GroupBy grouping, RowStore rows, int row) {
        StringBuilder condition = new StringBuilder();
        List<String> parts = new ArrayList<>();
        for (int c = 0; row >= 0 && c <= rows.column("state"); c++) {
            String name = rows.names().get(c);
            String text = rows.getText(row, c);
            switch (name) {
                case "utid", "cpu" -> condition.append(" AND ").append(AreaScope.equalsCell(name, rows, row, name));
                case "upid" ->
                    condition
                            .append(" AND utid IN (SELECT utid FROM thread AS th WHERE ")
                            .append(AreaScope.equalsCell("th.upid", rows, row, name))
                            .append(
                                    rows.isNull(row, c)
                                            ? " AND " + AreaScope.equalsCell("th.name", rows, row, "process")
                                            : "")
                            .append(')');
                case "state" -> condition.append(" AND ").append(AreaScope.equalsCell(StateNames.SQL, rows, row, name));
                case "blocked_function" ->
                    condition
                            .append(" AND ")
                            .append(AreaScope.equalsCell("coalesce(blocked_function, '')", rows, row, name));
                default -> {}
            }
            if (!name.equals("utid") && !name.equals("upid") && text != null && !text.isEmpty()) {
                parts.add(name.equals("cpu") ? EventDetailTexts.cpu(rows.getLong(row, c)) : text);
            }
        }
        String source = """
            SELECT id, ts, dur, %s AS in_range, utid, cpu, %s AS state, blocked_function, waker_utid, irq_context
            FROM %s
            WHERE %s%s\
            """.formatted(
                        scope.clippedDuration(),
                        StateNames.SQL,
                        states(scope, "utid, state, io_wait, cpu, blocked_function, waker_utid, irq_context"),
                        scope.overlapCondition(),
                        condition);
        return new SingleEvents(
                "states",
                String.join(" · ", parts),
                "thread_state",
                source,
                "s.id, s.ts, s.dur, s.in_range, s.state, s.cpu, th.name AS thread, th.tid, p.name AS process, p.pid,"
                        + " s.blocked_function, w.name AS waker",
                "LEFT JOIN thread AS th ON th.utid = s.utid\n"
                        + "LEFT JOIN process AS p ON p.upid = th.upid\n"
                        + "LEFT JOIN thread AS w ON w.utid = s.waker_utid",
                List.of(
                        new SingleEvents.ExtraColumn("utid", "s.utid"),
                        new SingleEvents.ExtraColumn("upid", "p.upid"),
                        new SingleEvents.ExtraColumn("waker_utid", "s.waker_utid"),
                        new SingleEvents.ExtraColumn("irq_context", "s.irq_context")));
    }

    @Override
    public String sortedBy() {
        return ReportTexts.TOTAL;
    }

    @Override
    public String remark() {
        return SchedTexts.STATES_REMARK;
    }
}
