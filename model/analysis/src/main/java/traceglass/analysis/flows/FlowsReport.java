package traceglass.analysis.flows;

import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.GroupBy;

/// Report of flows that enter the range, leave it, or connect two of its slices.
public final class FlowsReport extends EventReport {

    public FlowsReport() {
        super("area-flows", FlowTexts.TITLE, GroupBy.FLOW, GroupBy.NAMES, GroupBy.DIRECTION);
    }

    @Override
    public int rank() {
        return 110;
    }

    @Override
    public ReportHeader header() {
        return ReportHeader.FLOWS;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.slices().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        String flows = SqlLabels.insert("""
            WITH part AS (
              SELECT id FROM slice
              WHERE %s
                AND %s
            ),
            flows AS (
              SELECT CASE WHEN a.id IS NOT NULL AND b.id IS NOT NULL THEN {within} WHEN a.id IS NOT NULL THEN {out} ELSE {in} END AS direction,
                f.slice_out, f.slice_in
              FROM flow AS f LEFT JOIN part AS a ON a.id = f.slice_out LEFT JOIN part AS b ON b.id = f.slice_in
              WHERE a.id IS NOT NULL OR b.id IS NOT NULL
            ),
            timed AS (
              SELECT f.direction, o.ts, o.name AS "from", i.name AS "to", f.slice_out, f.slice_in, o.track_id AS track_out, i.track_id AS track_in,
                i.ts - CASE WHEN o.dur > 0 AND o.ts + o.dur <= i.ts THEN o.ts + o.dur ELSE o.ts END AS delay
              FROM flows AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in
            )
            """, "within", FlowTexts.WITHIN, "out", FlowTexts.OUT, "in", FlowTexts.IN)
                .formatted(AreaScope.in("track_id", scope.slices()), scope.overlapCondition());
        return flows
                + switch (grouping) {
                    case NAMES -> """
                        SELECT direction, "from", "to", count(*) AS count, avg(delay) AS average, min(delay) AS min, quantile_cont(delay, 0.5) AS p50,
                          quantile_cont(delay, 0.99) AS p99, max(delay) AS max
                        FROM timed GROUP BY ALL ORDER BY count DESC, 1, 2, 3\
                        """;
                    case DIRECTION -> """
                        SELECT direction, count(*) AS count, avg(delay) AS average, min(delay) AS min, quantile_cont(delay, 0.5) AS p50,
                          quantile_cont(delay, 0.99) AS p99, max(delay) AS max
                        FROM timed GROUP BY ALL ORDER BY count DESC, 1\
                        """;
                    default -> """
                        SELECT timed.ts, timed.direction, timed."from", concat_ws(' ', a.name, a.tid) AS from_thread, timed."to", concat_ws(' ', b.name, b.tid) AS to_thread,
                          timed.delay, timed.slice_out, timed.slice_in
                        FROM timed
                        LEFT JOIN thread_track AS ta ON ta.id = timed.track_out LEFT JOIN thread AS a ON a.utid = ta.utid
                        LEFT JOIN thread_track AS tb ON tb.id = timed.track_in LEFT JOIN thread AS b ON b.utid = tb.utid
                        ORDER BY timed.ts, timed.slice_out, timed.slice_in\
                        """;
                };
    }

    @Override
    public String flexibleColumn() {
        return "from";
    }

    @Override
    public String remark() {
        return FlowTexts.REMARK;
    }
}
