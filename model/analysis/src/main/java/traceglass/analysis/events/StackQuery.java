package traceglass.analysis.events;

import java.util.List;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.demangle.Demangler;
import traceglass.sql.result.QueryException;

/// Reads callstacks for the details of an event.
public final class StackQuery {

    /// Maximum number of frames shown.
    private static final int MAX_FRAMES = 300;

    private static final String STACK =
            SqlLabels.insert("""
        WITH RECURSIVE up AS (
          SELECT id, parent_id, frame_id, 0 AS n FROM stack_profile_callsite WHERE id = ?
          UNION ALL
          SELECT c.id, c.parent_id, c.frame_id, up.n + 1 FROM up JOIN stack_profile_callsite AS c ON c.id = up.parent_id WHERE up.n < %d
        )
        SELECT coalesce(f.deobfuscated_name, f.name, {unknown}), m.name
        FROM up JOIN stack_profile_frame AS f ON f.id = up.frame_id LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping
        ORDER BY up.n\
        """, "unknown", EventDetailTexts.UNKNOWN_FUNCTION).formatted(MAX_FRAMES);

    private StackQuery() {}

    /// Returns function and module of each frame, innermost first; empty for a null callsite.
    public static List<String[]> frames(TraceQueries queries, Long callsite) throws QueryException {
        return callsite == null
                ? List.of()
                : queries.all(
                        STACK,
                        r -> {
                            String written = Demangler.demangle(r.getString(1));
                            return new String[] {
                                written == null ? r.getString(1) : written, r.getString(2) == null ? "" : r.getString(2)
                            };
                        },
                        callsite);
    }
}
