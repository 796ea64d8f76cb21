package traceglass.analysis.events;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Thread with its process, as named in links. Names and ids that the trace does not have are null.
public record ThreadRef(long utid, String name, Long tid, Long upid, String processName, Long pid, String cmdline) {

    private static final String SQL = """
        SELECT t.utid, t.name, t.tid, p.upid, p.name, p.pid, p.cmdline
        FROM thread AS t LEFT JOIN process AS p ON p.upid = t.upid
        WHERE t.utid = ?\
        """;

    public static Optional<ThreadRef> find(TraceQueries queries, Long utid) throws QueryException {
        return utid == null
                ? Optional.empty()
                : queries.first(
                        SQL,
                        r -> new ThreadRef(
                                r.getLong(1),
                                r.getString(2),
                                TraceQueries.number(r, 3),
                                TraceQueries.number(r, 4),
                                r.getString(5),
                                TraceQueries.number(r, 6),
                                r.getString(7)),
                        utid);
    }

    /// Finds the thread of an event.
    ///
    /// @param span a query returned by [EventTable#threadSpan]
    public static Optional<ThreadRef> ofSpan(TraceQueries queries, String span) throws QueryException {
        Optional<Long> utid = queries.first("SELECT utid FROM (" + span + ") AS e", r -> TraceQueries.number(r, 1));
        return find(queries, utid.orElse(null));
    }

    /// Returns a label such as `RenderThread 7684`.
    public String thread() {
        return label(name, tid, EventDetailTexts.THREAD);
    }

    /// Returns a label such as `system_server 1858`, empty if the thread has no process.
    public String process() {
        return upid == null ? "" : label(processName, pid, EventDetailTexts.PROCESS);
    }

    public static String label(String name, Long number, String fallback) {
        String first = name == null || name.isEmpty() ? fallback : name;
        return number == null ? first : first + " " + number;
    }
}
