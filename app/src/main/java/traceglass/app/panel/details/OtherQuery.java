package traceglass.app.panel.details;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads an event of a table that has no details of its own: its columns as they are, who it is of, its callstack and arguments.
final class OtherQuery {

    /// Tables whose rows are events of this kind; what is asked for is never anything else.
    private static final Set<String> TABLES = Set.of("logs", "protolog", "ftrace_event", "perf_sample", "instruments_sample", "cpu_profile_stack_sample",
            "stack_sample", "state", "heap_profile_allocation", "heap_graph", "profiler_smaps", "memory_snapshot", "__intrinsic_video_frames");
    /// Frames shown of a callstack.
    private static final int MOST_FRAMES = 300;

    private static final String STACK = """
            WITH RECURSIVE up AS (
              SELECT id, parent_id, frame_id, 0 AS n FROM stack_profile_callsite WHERE id = ?
              UNION ALL
              SELECT c.id, c.parent_id, c.frame_id, up.n + 1 FROM up JOIN stack_profile_callsite AS c ON c.id = up.parent_id WHERE up.n < %d
            )
            SELECT coalesce(f.deobfuscated_name, f.name, 'unknown'), m.name
            FROM up JOIN stack_profile_frame AS f ON f.id = up.frame_id LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping
            ORDER BY up.n""".formatted(MOST_FRAMES);

    private OtherQuery() {}

    static Optional<EventFacts.Other> read(Rows rows, String table, long id) throws SQLException {
        if (table.equals("video_frames")) {
            return read(rows, "__intrinsic_video_frames", id);
        }
        if (table.equals("android_logs")) {
            // The view of this name has one source of logs; tracks and lists show all.
            return read(rows, "logs", id).map(o -> new EventFacts.Other(table, o.id(), o.ts(), o.thread(), o.columns(), o.frames(), o.args()));
        }
        if (!TABLES.contains(table)) {
            return Optional.empty();
        }
        Long[] known = new Long[4];
        List<String[]> columns = new ArrayList<>();
        boolean found = rows.first("SELECT * FROM " + table + " WHERE id = ?", r -> {
            ResultSetMetaData meta = r.getMetaData();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                String name = meta.getColumnName(i);
                int place = List.of("ts", "utid", "callsite_id", "arg_set_id").indexOf(name);
                if (place >= 0) {
                    known[place] = Rows.number(r, i);
                } else if (!name.equals("id") && r.getString(i) != null) {
                    columns.add(new String[] {name, r.getString(i)});
                }
            }
            return true;
        }, id).isPresent();
        if (!found) {
            return Optional.empty();
        }
        Optional<ThreadRef> thread = ThreadRef.find(rows, known[1]);
        List<String[]> frames = known[2] == null ? List.of()
                : rows.all(STACK, r -> new String[] {r.getString(1), r.getString(2) == null ? "" : r.getString(2)}, known[2]);
        return Optional.of(new EventFacts.Other(table, id, known[0] == null ? 0 : known[0], thread, columns, frames, Arg.ofSet(rows, known[3])));
    }
}
