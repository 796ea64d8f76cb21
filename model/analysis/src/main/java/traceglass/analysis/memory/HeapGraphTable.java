package traceglass.analysis.memory;

import java.io.IOException;
import java.util.List;
import traceglass.analysis.events.GenericEvent;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.events.StackQuery;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;

/// Event table of Java heap dumps.
final class HeapGraphTable extends GenericEventTable {

    private static final String OUT_OF_MEMORY = """
        SELECT error_msg, allocation_size_bytes, total_bytes_free, free_bytes_until_oom
        FROM __intrinsic_heap_graph_java_oome_details WHERE heap_graph_id = ? LIMIT 1\
        """;

    HeapGraphTable() {
        super("heap_graph", 110, "heap_graph", "SELECT ts, 'heap/' || upid || '/' FROM __intrinsic_heap_graph AS s");
        listedInMessages();
    }

    @Override
    protected GenericEvent readDetails(TraceQueries queries, GenericEvent row) throws QueryException {
        return row.withStack(outOfMemory(queries, row.id(), row.columns()));
    }

    @Override
    protected String stackTitle() {
        return MemoryTexts.OUT_OF_MEMORY_CALLSTACK;
    }

    /// Adds the failed allocation if the heap ran out of memory.
    private static List<String[]> outOfMemory(TraceQueries queries, long id, List<String[]> columns)
            throws QueryException {
        queries.first(
                OUT_OF_MEMORY,
                r -> {
                    if (r.getString(1) != null) {
                        columns.add(new String[] {MemoryTexts.ERROR, r.getString(1)});
                    }
                    String[] names = {
                        MemoryTexts.ALLOCATION, MemoryTexts.TOTAL_FREE, MemoryTexts.FREE_UNTIL_OUT_OF_MEMORY
                    };
                    for (int i = 0; i < names.length; i++) {
                        Long bytes = TraceQueries.number(r, 2 + i);
                        if (bytes != null) {
                            columns.add(new String[] {names[i], DisplayText.size(bytes)});
                        }
                    }
                    return true;
                },
                id);
        return stackOfOutOfMemory(queries, id);
    }

    /// Returns the callstack of the thread in which a Java heap ran out of memory, if that was the reason for the
    /// dump.
    private static List<String[]> stackOfOutOfMemory(TraceQueries queries, long heapGraph) throws QueryException {
        return StackQuery.frames(
                queries,
                queries.first(
                                "SELECT callsite_id FROM heap_graph_thread_callsite WHERE heap_graph_id = ? AND"
                                        + " callsite_id IS NOT NULL ORDER BY id LIMIT 1",
                                r -> TraceQueries.number(r, 1),
                                heapGraph)
                        .orElse(null));
    }

    @Override
    public boolean isHeapDump() {
        return true;
    }

    @Override
    public boolean hasFlames() {
        return true;
    }

    @Override
    public List<FlameScope> flames(TraceQueries queries, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        return queries.all(
                "SELECT upid, ts FROM heap_graph WHERE upid IS NOT NULL AND id = ?",
                r -> FlameScope.ofDump(r.getLong(1), r.getLong(2), trace),
                event.id());
    }
}
