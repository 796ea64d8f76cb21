package traceglass.analysis.details;

import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.derived.AndroidStartups;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.derived.Screenshots;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellText;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeText;

/// Reads a row that a standard module found: every column as people read it, and links to the events and owners that it
/// names.
public final class DerivedQuery {

    /// What stands in the head or in lines of its own.
    private static final Set<String> KNOWN =
            Set.of("id", "ts", "dur", "name", "color", "depth", "stack", "arg_set_id", "picture");
    /// Columns that hold nanoseconds; those that end in `_ms` hold milliseconds.
    private static final Set<String> TIMES =
            Set.of("initial_display", "full_display", "without_trampoline", "report_delay");
    private static final String MS = "_ms";
    private static final long NS_PER_MS = 1_000_000;

    private DerivedQuery() {}

    /// @param name of a derived table that was made
    public static Optional<EventFacts.Derived> read(TraceQueries rows, String name, long id) throws QueryException {
        DerivedTable table = DerivedTables.of(name).orElseThrow();
        List<String[]> columns = new ArrayList<>();
        Map<String, Long> ids = new LinkedHashMap<>();
        Optional<EventFacts.Derived> found = rows.first(
                "SELECT * FROM " + table.qualified() + " WHERE id = ?",
                r -> {
                    ResultSetMetaData meta = r.getMetaData();
                    for (int i = 1; i <= meta.getColumnCount(); i++) {
                        String column = meta.getColumnName(i);
                        if (!KNOWN.contains(column) && r.getObject(i) != null) {
                            if (link(column)) {
                                ids.put(column, r.getLong(i));
                            } else {
                                columns.add(column(column, r.getObject(i)));
                            }
                        }
                    }
                    return new EventFacts.Derived(
                            table,
                            id,
                            r.getLong("ts"),
                            r.getLong("dur"),
                            SliceQuery.name(r.getString("name")),
                            r.getString("color"),
                            columns,
                            List.of(),
                            List.of(),
                            null);
                },
                id);
        if (found.isEmpty()) {
            return found;
        }
        List<EventFacts.Link> links = new ArrayList<>();
        for (Map.Entry<String, Long> e : ids.entrySet()) {
            links.add(link(rows, e.getKey(), e.getValue()));
        }
        List<EventFacts.Link> parts = table.equals(AndroidStartups.STARTUPS) ? startupParts(rows, id) : List.of();
        byte[] picture = table.equals(Screenshots.SCREENSHOTS) ? PictureQuery.read(rows, table, id) : null;
        return found.map(d -> new EventFacts.Derived(
                d.table(), d.id(), d.ts(), d.dur(), d.name(), d.color(), d.columns(), links, parts, picture));
    }

    /// What a start spent its time on, longest first; each leads to the longest stretch of it. Empty where that
    /// could not be told.
    private static List<EventFacts.Link> startupParts(TraceQueries rows, long id) throws QueryException {
        DerivedTable parts = AndroidStartups.BREAKDOWN;
        if (rows.first("SELECT 1 FROM duckdb_tables() WHERE table_name = ?", r -> true, parts.name())
                .isEmpty()) {
            return List.of();
        }
        return rows.all(
                "SELECT arg_max(id, dur), name, CAST(sum(dur) AS BIGINT) FROM " + parts.qualified()
                        + " WHERE startup_id = (SELECT startup_id FROM " + AndroidStartups.STARTUPS.qualified()
                        + " WHERE id = ?) GROUP BY name ORDER BY 3 DESC, 2",
                r -> new EventFacts.Link(parts.name(), r.getLong(1), r.getString(2), "", r.getLong(3)),
                id);
    }

    private static boolean link(String column) {
        return switch (column) {
            case "slice_id", "thread_state_id", "utid", "upid" -> true;
            default -> false;
        };
    }

    private static EventFacts.Link link(TraceQueries rows, String column, long id) throws QueryException {
        return switch (column) {
            case "slice_id" ->
                new EventFacts.Link(
                        "slice",
                        id,
                        rows.first("SELECT name FROM slice WHERE id = ?", r -> SliceQuery.name(r.getString(1)), id)
                                .orElse("slice " + id),
                        "Slice",
                        0);
            case "thread_state_id" -> new EventFacts.Link("thread_state", id, "thread state " + id, "Thread state", 0);
            case "utid" ->
                new EventFacts.Link(
                        "thread",
                        id,
                        ThreadRef.find(rows, id).map(ThreadRef::thread).orElse("thread " + id),
                        "Thread",
                        0);
            default ->
                new EventFacts.Link(
                        "process",
                        id,
                        rows.first(
                                        "SELECT name, pid FROM process WHERE upid = ?",
                                        r -> ThreadRef.label(r.getString(1), TraceQueries.number(r, 2), "Process"),
                                        id)
                                .orElse("process " + id),
                        "Process",
                        0);
        };
    }

    /// A column as it is called among people, and its value with a unit.
    private static String[] column(String name, Object value) {
        boolean ms = name.endsWith(MS);
        String words = (ms ? name.substring(0, name.length() - MS.length()) : name).replace('_', ' ');
        String text = value instanceof Number n && (ms || TIMES.contains(name))
                ? TimeText.exact(n.longValue() * (ms ? NS_PER_MS : 1))
                : value instanceof Double n ? CellText.number(n) : value.toString();
        return new String[] {
            words.equals("cuj") ? "CUJ" : Character.toUpperCase(words.charAt(0)) + words.substring(1), text
        };
    }
}
