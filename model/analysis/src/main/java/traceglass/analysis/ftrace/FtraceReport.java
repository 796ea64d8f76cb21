package traceglass.analysis.ftrace;

import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.GroupBy;

/// Counts of raw ftrace events in the selected range, on the selected CPUs.
public final class FtraceReport extends EventReport {

    public FtraceReport() {
        super("area-ftrace", FtraceTexts.REPORT, GroupBy.EVENT, GroupBy.EVENT_CPU, GroupBy.PROCESS, GroupBy.THREAD);
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
    public String sql(AreaScope scope, GroupBy grouping) {
        String keys = switch (grouping) {
            case EVENT_CPU -> "f.name, f.cpu";
            case PROCESS -> "coalesce(p.name, '') AS process, p.pid";
            case THREAD -> "coalesce(th.name, '') AS thread, th.tid, coalesce(p.name, '') AS process";
            default -> "f.name";
        };
        String owners = grouping == GroupBy.EVENT || grouping == GroupBy.EVENT_CPU
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
