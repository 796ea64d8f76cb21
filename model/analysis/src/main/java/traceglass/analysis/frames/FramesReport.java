package traceglass.analysis.frames;

import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.GroupBy;

/// Report of display frames by kind of jank.
public final class FramesReport extends EventReport {

    public FramesReport() {
        super(
                "area-frames",
                FrameTimelineTexts.TITLE,
                GroupBy.JANK_TYPE,
                GroupBy.PROCESS,
                GroupBy.LAYER,
                GroupBy.FRAME);
    }

    @Override
    public int rank() {
        return 100;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.slices().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        String in = AreaScope.in("track_id", scope.slices()) + "\n    AND " + scope.overlapCondition();
        String frames = SqlLabels.insert(
                        """
                        WITH frame AS (
                          SELECT id, ts, dur, {actual} AS timeline,
                            coalesce(jank_tag, {expected}) || CASE WHEN jank_severity_type = 'Partial' THEN {partial} ELSE '' END AS jank, coalesce(jank_type, {unknown}) AS jank_type, coalesce(jank_severity_type, '') AS severity,
                            coalesce(present_type, '') AS present, coalesce(layer_name, '') AS layer, upid, display_frame_token AS token, %1$s AS ns
                          FROM actual_frame_timeline_slice
                          WHERE %2$s
                          UNION ALL
                          SELECT id, ts, dur, {expected}, {expected}, '', '', '', coalesce(layer_name, ''), upid, display_frame_token, %1$s
                          FROM expected_frame_timeline_slice
                          WHERE %2$s
                        )
                        """,
                        "actual",
                        FrameTimelineTexts.ACTUAL,
                        "expected",
                        FrameTimelineTexts.EXPECTED,
                        "partial",
                        FrameTimelineTexts.PARTIAL,
                        "unknown",
                        FrameTimelineTexts.UNKNOWN)
                .formatted(scope.clippedDuration(), in);
        if (grouping == GroupBy.FRAME) {
            return frames + """
                SELECT f.ts, f.jank, f.jank_type, f.timeline, f.severity, f.present, p.name AS process, f.layer, f.ns AS total, f.token, f.id
                FROM frame AS f LEFT JOIN process AS p USING (upid)
                ORDER BY f.ts, f.id\
                """;
        }
        String keys = switch (grouping) {
            case PROCESS -> "f.jank, f.jank_type, f.timeline, coalesce(p.name, '') AS process";
            case LAYER -> "f.jank, f.jank_type, f.timeline, f.layer";
            default -> "f.jank, f.jank_type, f.timeline, f.severity, f.present";
        };
        return frames
                + """
                SELECT %s,
                  count(*) AS count,
                  count(*) / CAST(sum(count(*)) OVER (PARTITION BY f.timeline) AS DOUBLE) AS share,
                  CAST(sum(f.ns) AS BIGINT) AS total,
                  avg(f.ns) AS average,
                  min(f.ns) AS min,
                  quantile_cont(f.ns, 0.5) AS p50,
                  quantile_cont(f.ns, 0.9) AS p90,
                  quantile_cont(f.ns, 0.99) AS p99,
                  max(f.ns) AS max
                FROM frame AS f LEFT JOIN process AS p USING (upid)
                GROUP BY %s
                ORDER BY f.timeline, count DESC, 1\
                """.formatted(
                        keys,
                        grouping == GroupBy.PROCESS || grouping == GroupBy.LAYER ? "1, 2, 3, 4" : "1, 2, 3, 4, 5");
    }

    @Override
    protected String coloredColumn() {
        return "jank";
    }

    /// The colors are those of the frames on the timeline.
    @Override
    public String colorKey(String text) {
        return FrameColors.nameKey(text);
    }

    @Override
    protected String idTable() {
        return "slice";
    }

    @Override
    public String remark() {
        return FrameTimelineTexts.REMARK;
    }
}
