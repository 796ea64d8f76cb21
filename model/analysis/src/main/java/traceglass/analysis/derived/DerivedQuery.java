package traceglass.analysis.derived;

import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Field;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.RowTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.subject.Subjects;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeText;

/// Reads a row of a derived table: all columns in readable form, and links to the events and owners that they refer
/// to.
final class DerivedQuery {

    /// Columns that are shown in the heading or in dedicated fields.
    private static final Set<String> STANDARD_COLUMNS =
            Set.of("id", "ts", "dur", "name", "color", "depth", "stack", "arg_set_id", "picture");
    /// Columns that hold nanoseconds; those that end in `_ms` hold milliseconds.
    private static final Set<String> TIMES =
            Set.of("initial_display", "full_display", "without_trampoline", "report_delay");
    private static final String MS = "_ms";
    private static final long NS_PER_MS = 1_000_000;

    private DerivedQuery() {}

    /// @param table derived table that exists
    static Optional<DerivedRow> read(TraceQueries queries, DerivedTable table, long id) throws QueryException {
        List<Field> columns = new ArrayList<>();
        Map<String, Long> ids = new LinkedHashMap<>();
        Optional<DerivedRow> row = queries.first(
                "SELECT * FROM " + table.qualifiedName() + " WHERE id = ?",
                r -> {
                    ResultSetMetaData meta = r.getMetaData();
                    for (int i = 1; i <= meta.getColumnCount(); i++) {
                        String column = meta.getColumnName(i);
                        if (!STANDARD_COLUMNS.contains(column) && r.getObject(i) != null) {
                            if (Subjects.referencedTable(column).isPresent()) {
                                ids.put(column, r.getLong(i));
                            } else {
                                columns.add(column(column, r.getObject(i)));
                            }
                        }
                    }
                    return new DerivedRow(
                            id,
                            r.getLong("ts"),
                            r.getLong("dur"),
                            EventLink.name(r.getString("name")),
                            r.getString("color"),
                            columns,
                            List.of());
                },
                id);
        if (row.isEmpty()) {
            return row;
        }
        List<EventLink> links = new ArrayList<>();
        for (Map.Entry<String, Long> e : ids.entrySet()) {
            links.add(link(queries, e.getKey(), e.getValue()));
        }
        return row.map(d -> new DerivedRow(d.id(), d.ts(), d.dur(), d.name(), d.color(), d.columns(), links));
    }

    private static EventLink link(TraceQueries queries, String column, long id) throws QueryException {
        RowTable table = Subjects.referencedTable(column).orElseThrow();
        return new EventLink(
                table.name(),
                id,
                table.label(queries, id).orElse(table.name().replace('_', ' ') + " " + id),
                table.title(),
                0);
    }

    /// Returns a column as a field: its display name, and its value with a unit.
    private static Field column(String name, Object value) {
        boolean isInMilliseconds = name.endsWith(MS);
        String words = (isInMilliseconds ? name.substring(0, name.length() - MS.length()) : name).replace('_', ' ');
        String title =
                words.equals("cuj") ? DerivedTexts.CUJ : Character.toUpperCase(words.charAt(0)) + words.substring(1);
        return value instanceof Number n
                ? new EventDetails.Number(
                        title,
                        isInMilliseconds || TIMES.contains(name)
                                ? TimeText.exact(n.longValue() * (isInMilliseconds ? NS_PER_MS : 1))
                                : n instanceof Double d ? CellText.number(d) : n.toString(),
                        "")
                : new EventDetails.Text(title, value.toString());
    }
}
