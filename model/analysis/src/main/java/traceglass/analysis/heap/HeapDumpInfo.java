package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;

/// Heap dump of a trace, without its objects.
///
/// @param graph id in `heap_graph`, −1 if it has none
/// @param upid process
/// @param ts time of the dump, ns
/// @param process name of the process, or empty
/// @param pid −1 if unknown
/// @param objects number of objects
/// @param selfBytes size of all objects, reachable or not
/// @param isTruncated whether the recording lost a part of it
public record HeapDumpInfo(
        long graph, long upid, long ts, String process, long pid, long objects, long selfBytes, boolean isTruncated) {

    /// Returns the dump as an event, if it has a `graph`.
    public Selection.Event event() {
        return new Selection.Event("heap_graph", graph, ts, 0);
    }

    /// Returns all dumps of a trace, by process and time.
    public static List<HeapDumpInfo> list(TraceQueries q) throws QueryException {
        List<HeapDumpInfo> dumps = new ArrayList<>();
        q.forEachRow("""
            WITH dump AS (
              SELECT upid, graph_sample_ts AS ts, count(*) AS objects, sum(greatest(self_size, 0)) AS bytes
              FROM heap_graph_object GROUP BY ALL
            )
            SELECT coalesce(min(g.id), -1), d.upid, d.ts, any_value(coalesce(p.cmdline, p.name, '')), any_value(coalesce(p.pid, -1)), any_value(d.objects),
              any_value(d.bytes), coalesce(bool_or(g.truncated != 0), false)
            FROM dump AS d LEFT JOIN process AS p ON p.upid = d.upid LEFT JOIN heap_graph AS g ON g.upid = d.upid AND g.ts = d.ts
            WHERE d.upid IS NOT NULL AND d.ts IS NOT NULL
            GROUP BY d.upid, d.ts ORDER BY d.upid, d.ts\
            """, r -> {
            dumps.add(new HeapDumpInfo(
                    r.getLong(1),
                    r.getLong(2),
                    r.getLong(3),
                    r.getString(4),
                    r.getLong(5),
                    r.getLong(6),
                    r.getLong(7),
                    r.getBoolean(8)));
        });
        return dumps;
    }

    /// Returns the process for display: `com.android.systemui 1234`.
    public String processText() {
        String name = process.isEmpty() ? HeapDumpTexts.NO_PROCESS_NAME : process;
        return pid < 0 ? name : name + " " + pid;
    }
}
