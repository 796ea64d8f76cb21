package traceglass.analysis.details;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.demangle.Demangler;
import traceglass.sql.result.QueryException;

/// Reads callstacks for the details of an event.
final class StackQuery {

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
        ORDER BY up.n\
        """.formatted(MOST_FRAMES);

    private StackQuery() {}

    /// Function and module of each frame, the innermost first; none for a null call site.
    static List<String[]> frames(TraceQueries rows, Long callsite) throws QueryException {
        return callsite == null
                ? List.of()
                : rows.all(
                        STACK,
                        r -> {
                            String written = Demangler.demangle(r.getString(1));
                            return new String[] {
                                written == null ? r.getString(1) : written, r.getString(2) == null ? "" : r.getString(2)
                            };
                        },
                        callsite);
    }

    /// The callstacks that a slice brought with it, from where it began and from where it ended.
    static List<EventFacts.Stack> ofSlice(TraceQueries rows, long slice) throws QueryException {
        record Site(boolean end, Long callsite) {}
        List<EventFacts.Stack> stacks = new ArrayList<>();
        for (Site site : rows.all(
                "SELECT callsite_id, end_callsite_id FROM __intrinsic_track_event_callstacks WHERE slice_id = ? ORDER"
                        + " BY id LIMIT 8",
                r -> TraceQueries.number(r, 1) != null
                        ? new Site(false, TraceQueries.number(r, 1))
                        : new Site(true, TraceQueries.number(r, 2)),
                slice)) {
            stacks.add(
                    new EventFacts.Stack(site.end ? "Callstack at its end" : "Callstack", frames(rows, site.callsite)));
        }
        return stacks;
    }

    /// The callstack of the thread in which a Java heap ran out of memory, where that was why the heap was dumped.
    static List<String[]> outOfMemory(TraceQueries rows, long heapGraph) throws QueryException {
        return frames(
                rows,
                rows.first(
                                "SELECT callsite_id FROM heap_graph_thread_callsite WHERE heap_graph_id = ? AND"
                                        + " callsite_id IS NOT NULL ORDER BY id LIMIT 1",
                                r -> TraceQueries.number(r, 1),
                                heapGraph)
                        .orElse(null));
    }
}
