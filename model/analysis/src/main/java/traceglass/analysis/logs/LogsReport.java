package traceglass.analysis.logs;

import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.GroupBy;

/// Report of log lines in the range, on all tracks.
public final class LogsReport extends EventReport {

    public LogsReport() {
        super("area-logs", LogTexts.REPORT, GroupBy.LINE, GroupBy.TAG, GroupBy.LEVEL, GroupBy.PROCESS);
    }

    @Override
    public int rank() {
        return 140;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return true;
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        String lines = SqlLabels.insert(
                        """
            WITH line AS (
              SELECT l.id, l.ts, CASE %1$s WHEN 2 THEN {verbose} WHEN 3 THEN {debug} WHEN 4 THEN {info} WHEN 5 THEN {warning} WHEN 6 THEN {error}
                  WHEN 7 THEN {fatal} ELSE CAST(l.prio AS VARCHAR) END AS level,
                coalesce(l.tag, '') AS tag, coalesce(p.name, '') AS process, concat_ws(' ', th.name, th.tid) AS thread, l.msg AS message
              FROM logs AS l LEFT JOIN thread AS th USING (utid) LEFT JOIN process AS p USING (upid)
              WHERE l.ts >= %2$d AND l.ts < %3$d
            )
            """,
                        "verbose",
                        LogTexts.VERBOSE,
                        "debug",
                        LogTexts.DEBUG,
                        "info",
                        LogTexts.INFO,
                        "warning",
                        LogTexts.WARNING,
                        "error",
                        LogTexts.ERROR,
                        "fatal",
                        LogTexts.FATAL)
                .formatted(LogLevels.SQL, scope.start(), scope.end());
        String group = switch (grouping) {
            case TAG -> "tag";
            case LEVEL -> "level";
            case PROCESS -> "process";
            default -> "";
        };
        return lines
                + (group.isEmpty()
                        ? "SELECT ts, level, tag, process, thread, message, id FROM line ORDER BY ts, id"
                        : "SELECT " + group
                                + ", count(*) AS count, count(*) / CAST(sum(count(*)) OVER () AS DOUBLE) AS share FROM"
                                + " line GROUP BY ALL ORDER BY count DESC, 1");
    }

    @Override
    public String flexibleColumn() {
        return "message";
    }

    @Override
    protected String idTable() {
        return "android_logs";
    }

    @Override
    public String remark() {
        return LogTexts.REMARK;
    }
}
