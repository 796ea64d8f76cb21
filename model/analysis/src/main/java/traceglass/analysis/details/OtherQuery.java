package traceglass.analysis.details;

import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.text.Texts;

/// Reads an event of a table that has no details of its own: its columns as they are, who it is of, its callstack and
/// arguments.
final class OtherQuery {

    /// Tables whose rows are events of this kind; what is asked for is never anything else.
    private static final Set<String> TABLES = Set.of(
            "logs",
            "protolog",
            "ftrace_event",
            "perf_sample",
            "instruments_sample",
            "cpu_profile_stack_sample",
            "stack_sample",
            "state",
            "heap_profile_allocation",
            "heap_graph",
            "profiler_smaps",
            "memory_snapshot",
            "__intrinsic_video_frames");
    private static final String OUT_OF_MEMORY = """
        SELECT error_msg, allocation_size_bytes, total_bytes_free, free_bytes_until_oom
        FROM __intrinsic_heap_graph_java_oome_details WHERE heap_graph_id = ? LIMIT 1\
        """;

    private OtherQuery() {}

    static Optional<EventFacts.Other> read(TraceQueries rows, String table, long id) throws QueryException {
        if (table.equals("video_frames")) {
            return read(rows, "__intrinsic_video_frames", id);
        }
        if (table.equals("android_logs")) {
            // The view of this name has one source of logs; tracks and lists show all.
            return read(rows, "logs", id)
                    .map(o ->
                            new EventFacts.Other(table, o.id(), o.ts(), o.thread(), o.columns(), o.frames(), o.args()));
        }
        if (!TABLES.contains(table)) {
            return Optional.empty();
        }
        Long[] known = new Long[4];
        List<String[]> columns = new ArrayList<>();
        boolean found = rows.first(
                        "SELECT * FROM " + table + " WHERE id = ?",
                        r -> {
                            ResultSetMetaData meta = r.getMetaData();
                            for (int i = 1; i <= meta.getColumnCount(); i++) {
                                String name = meta.getColumnName(i);
                                int place = List.of("ts", "utid", "callsite_id", "arg_set_id")
                                        .indexOf(name);
                                if (place >= 0) {
                                    known[place] = TraceQueries.number(r, i);
                                } else if (!name.equals("id") && r.getString(i) != null) {
                                    columns.add(new String[] {name, r.getString(i)});
                                }
                            }
                            return true;
                        },
                        id)
                .isPresent();
        if (!found) {
            return Optional.empty();
        }
        Optional<ThreadRef> thread = ThreadRef.find(rows, known[1]);
        List<String[]> frames = StackQuery.frames(rows, known[2]);
        if (table.equals("heap_graph")) {
            frames = outOfMemory(rows, id, columns);
        }
        return Optional.of(new EventFacts.Other(
                table, id, known[0] == null ? 0 : known[0], thread, columns, frames, Arg.ofSet(rows, known[3])));
    }

    /// What was tried when the heap ran out of memory, and by whom.
    private static List<String[]> outOfMemory(TraceQueries rows, long id, List<String[]> columns)
            throws QueryException {
        rows.first(
                OUT_OF_MEMORY,
                r -> {
                    if (r.getString(1) != null) {
                        columns.add(new String[] {"error", r.getString(1)});
                    }
                    String[] names = {"allocation", "free in all", "free until the error"};
                    for (int i = 0; i < names.length; i++) {
                        Long bytes = TraceQueries.number(r, 2 + i);
                        if (bytes != null) {
                            columns.add(new String[] {names[i], Texts.size(bytes)});
                        }
                    }
                    return true;
                },
                id);
        return StackQuery.outOfMemory(rows, id);
    }
}
