package traceglass.analysis.samples;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.EventReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;

/// Report of callstack samples in the range, by innermost function. The flame graph shows the stacks.
public final class SamplesReport extends EventReport {

    private static final double MODULE_WIDTH = 320;

    /// Column of the functions; a function of unknown name has an empty one in some profiles.
    static final String FUNCTION = "coalesce(nullif(f.deobfuscated_name, ''), nullif(f.name, ''), "
            + SqlLabels.literal(SampleTexts.UNKNOWN_FUNCTION) + ") AS function";

    public SamplesReport() {
        super("area-samples", SampleTexts.SAMPLES, GroupBy.FUNCTION, GroupBy.MODULE, GroupBy.THREAD, GroupBy.SOURCE);
    }

    @Override
    public int rank() {
        return 120;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.threads().isEmpty()
                || !scope.sampledThreads().isEmpty()
                || !scope.sampledProcesses().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        List<String> conditions = new ArrayList<>();
        List<Long> threads = new ArrayList<>(scope.threads());
        threads.addAll(scope.sampledThreads());
        if (!threads.isEmpty()) {
            conditions.add(AreaScope.in("x.utid", threads));
        }
        if (!scope.sampledProcesses().isEmpty()) {
            conditions.add(AreaScope.in("th.upid", scope.sampledProcesses()));
        }
        String keys = switch (grouping) {
            case MODULE -> "coalesce(m.name, '') AS module";
            case THREAD -> "coalesce(th.name, '') AS thread, th.tid, coalesce(p.name, '') AS process";
            case SOURCE -> "s.source";
            default -> FUNCTION + ", coalesce(m.name, '') AS module";
        };
        return """
            SELECT %s, count(*) AS count, count(*) / CAST(sum(count(*)) OVER () AS DOUBLE) AS share
            FROM __intrinsic_profiler_sample AS s
            JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            LEFT JOIN thread AS th ON th.utid = x.utid
            LEFT JOIN process AS p ON p.upid = th.upid
            LEFT JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
            LEFT JOIN stack_profile_frame AS f ON f.id = c.frame_id
            LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping
            WHERE s.ts >= %d AND s.ts < %d AND (%s)
            GROUP BY ALL
            ORDER BY count DESC, 1\
            """.formatted(keys, scope.start(), scope.end(), String.join(" OR ", conditions));
    }

    /// Modules are paths of files, which differ at their ends.
    @Override
    public List<GridColumn> columns(RowStore rows) {
        return super.columns(rows).stream()
                .map(c ->
                        c.width() > 0 && rows.names().get(c.source()).equals("module") ? c.withWidth(MODULE_WIDTH) : c)
                .toList();
    }

    @Override
    public String remark() {
        return SampleTexts.REMARK;
    }
}
