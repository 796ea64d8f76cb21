package traceglass.analysis.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.flame.FlameGraphTexts;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Event table of allocations in profiles of native and other heaps.
final class HeapProfileTable extends GenericEventTable {

    HeapProfileTable() {
        super(
                "heap_profile_allocation",
                100,
                "heap_profile_allocation",
                "SELECT ts, 'heap/' || upid || '/' || coalesce(heap_name, '?') FROM"
                        + " __intrinsic_heap_profile_allocation AS s");
        listedInMessages();
    }

    @Override
    public boolean hasFlames() {
        return true;
    }

    @Override
    public List<FlameScope> flames(TraceQueries queries, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        RowStore rows = RowReader.query(queries, """
            SELECT a.upid, coalesce(a.heap_name, '?'), a.ts,
              (SELECT max(b.ts) FROM heap_profile_allocation AS b
               WHERE b.upid = a.upid AND b.heap_name IS NOT DISTINCT FROM a.heap_name AND b.ts < a.ts)
            FROM heap_profile_allocation AS a WHERE a.id =\
            """ + " " + event.id());
        if (rows.size() == 0 || rows.isNull(0, 0)) {
            return List.of();
        }
        List<FlameScope.Heap> heap = List.of(new FlameScope.Heap(rows.getLong(0, 0), rows.getText(0, 1)));
        long ts = rows.getLong(0, 2);
        List<FlameScope> out = new ArrayList<>();
        out.add(FlameScope.range(
                        MemoryTexts.untilDump(TimeText.timestamp(ts, trace.start())),
                        Math.min(trace.start(), ts),
                        ts,
                        trace.end())
                .withHeaps(heap));
        if (!rows.isNull(0, 3)) {
            out.add(FlameScope.range(MemoryTexts.SINCE_PREVIOUS_DUMP, rows.getLong(0, 3) + 1, ts, trace.end())
                    .withHeaps(heap));
        }
        out.add(FlameScope.ofTrace(FlameGraphTexts.WHOLE_TRACE, trace).withHeaps(heap));
        return out;
    }
}
