package traceglass.analysis.ftrace;

import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.ReportTexts;

/// Counts of raw ftrace events in the selected range, on the selected CPUs.
public final class FtraceReport extends EventReport {

    public FtraceReport() {
        super(
                "area-ftrace",
                FtraceTexts.REPORT,
                FtraceTexts.EVENT,
                FtraceTexts.EVENT_AND_CPU,
                ReportTexts.PROCESS,
                ReportTexts.THREAD);
    }

    @Override
    public int rank() {
        return 130;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !cpus(scope).isEmpty();
    }

    private static List<Long> cpus(AreaScope scope) {
        return scope.ftraceCpus().isEmpty() ? scope.cpus() : scope.ftraceCpus();
    }

    @Override
    public String sql(AreaScope scope, String grouping) {
        String keys = switch (grouping) {
            case FtraceTexts.EVENT_AND_CPU -> "f.name, f.cpu";
            case ReportTexts.PROCESS -> "coalesce(p.name, '') AS process, p.pid";
            case ReportTexts.THREAD -> "coalesce(th.name, '') AS thread, th.tid, coalesce(p.name, '') AS process";
            default -> "f.name";
        };
        String owners = grouping.startsWith(FtraceTexts.EVENT)
                ? ""
                : "\nLEFT JOIN thread AS th USING (utid)\nLEFT JOIN process AS p USING (upid)";
        return """
            SELECT %s, count(*) AS count, count(*) / CAST(sum(count(*)) OVER () AS DOUBLE) AS share
            FROM ftrace_event AS f%s
            WHERE f.ts >= %d AND f.ts < %d AND %s
            GROUP BY ALL
            ORDER BY count DESC, 1\
            """.formatted(keys, owners, scope.start(), scope.end(), AreaScope.in("f.ucpu", cpus(scope)));
    }

    @Override
    public String remark() {
        return FtraceTexts.REMARK;
    }
}
