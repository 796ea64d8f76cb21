package traceglass.analysis.marks;

import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads VSYNC signals from the counter that toggles with every frame of the display.
public final class VsyncEdges {

    private VsyncEdges() {}

    /// Returns the times in ns at which the counter changes, sorted. Every interval between two times is a frame.
    /// The number of times is even, so that pairs of them are the bounds of stripes; empty without such a counter.
    public static long[] edges(TraceQueries q) throws QueryException {
        List<Long> edges = q.all("""
            WITH source AS (
              SELECT t.id FROM __intrinsic_track AS t JOIN __intrinsic_counter AS c ON c.track_id = t.id
              WHERE t.name IN ('VSYNC-app', 'VSYNC', 'VSYNC-sf', 'HW_VSYNC_ON_0') OR starts_with(t.name, 'HW_VSYNC_')
              GROUP BY t.id, t.name
              ORDER BY list_position(['VSYNC-app', 'VSYNC', 'VSYNC-sf'], t.name) NULLS LAST, count(*) DESC LIMIT 1
            ),
            step AS (
              SELECT ts, value, lag(value) OVER (ORDER BY ts, id) AS before
              FROM __intrinsic_counter WHERE track_id IN (FROM source)
            )
            SELECT ts FROM step WHERE before IS DISTINCT FROM value ORDER BY ts\
            """, r -> r.getLong(1));
        return edges.stream()
                .limit(edges.size() & ~1)
                .mapToLong(Long::longValue)
                .toArray();
    }
}
