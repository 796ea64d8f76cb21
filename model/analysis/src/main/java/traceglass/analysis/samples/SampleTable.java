package traceglass.analysis.samples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Event table of callstack samples.
final class SampleTable extends GenericEventTable {

    private static final String TIMES_AND_TRACKS =
            "SELECT s.ts, 'samples/' || s.source || '/thread/' || x.utid FROM __intrinsic_profiler_sample AS s"
                    + " LEFT JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id";

    /// SQL expression for the thread of a row `s`.
    private final String utid;

    SampleTable(String name, int rank, String utid) {
        super(name, rank, name, TIMES_AND_TRACKS);
        this.utid = utid;
    }

    @Override
    public boolean hasFlames() {
        return true;
    }

    @Override
    public List<FlameScope> flames(TraceQueries queries, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        RowStore rows = RowReader.query(
                queries,
                SqlLabels.insert("""
                    SELECT t.utid, t.upid, coalesce(t.name, {thread} || t.tid), coalesce(p.name, {process} || p.pid)
                    FROM %s AS s LEFT JOIN thread AS t ON t.utid = %s LEFT JOIN process AS p ON p.upid = t.upid
                    WHERE s.callsite_id IS NOT NULL AND s.id = %d\
                    """, "thread", SampleTexts.THREAD_NUMBER, "process", SampleTexts.PROCESS_NUMBER)
                        .formatted(name(), utid, event.id()));
        if (rows.size() == 0) {
            return List.of();
        }
        List<FlameScope> out = new ArrayList<>();
        if (!rows.isNull(0, 0)) {
            out.add(FlameScope.ofTrace(SampleTexts.thread(rows.getText(0, 2)), trace)
                    .withSamplesOf(List.of(rows.getLong(0, 0)), List.of()));
        }
        if (!rows.isNull(0, 1)) {
            out.add(FlameScope.ofTrace(SampleTexts.process(rows.getText(0, 3)), trace)
                    .withSamplesOf(List.of(), List.of(rows.getLong(0, 1))));
        }
        out.add(FlameScope.ofTrace(SampleTexts.ALL_PROCESSES, trace));
        out.add(FlameScope.ofTrace(SampleTexts.THIS_SAMPLE, trace).withSample(event.id()));
        return out;
    }
}
