package traceglass.analysis.catalog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// Tables and views that queries can name.
///
/// @param tables main tables, with their numbers of rows
/// @param views all other tables and views of the trace
/// @param created tables and views created by queries of this session
public record Schema(List<Relation> tables, List<Relation> views, List<Relation> created) {

    public static final Schema EMPTY = new Schema(List.of(), List.of(), List.of());

    /// Table or view.
    ///
    /// @param rows number of rows; −1 if not counted
    public record Relation(String name, List<Column> columns, long rows) {}

    /// Column of a table or view.
    ///
    /// @param type type shown after the name: DuckDB's type, or the meaning of the values
    public record Column(String name, String type) {}

    private static final List<String> MAIN = List.of(
            "android_logs",
            "args",
            "clock_snapshot",
            "counter",
            "counter_track",
            "cpu",
            "cpu_track",
            "flow",
            "ftrace_event",
            "instant",
            "machine",
            "metadata",
            "process",
            "process_track",
            "sched",
            "slice",
            "stats",
            "thread",
            "thread_state",
            "thread_track",
            "trace_bounds",
            "track");

    /// Query for the names, columns and types of all visible relations without a leading underscore.
    public static final String COLUMNS = """
        SELECT table_name, column_name, data_type
        FROM duckdb_columns()
        WHERE NOT internal AND database_name <> 'store' AND table_name NOT LIKE '\\_%' ESCAPE '\\'
        ORDER BY lower(table_name), table_name, column_index\
        """;

    /// Reads the schema of a trace, with the row counts of the main tables. Call on a query thread.
    public static Schema read(TraceQueries q) throws QueryException, IOException {
        List<Relation> relations = relations(RowReader.query(q, COLUMNS));
        Map<String, Long> rows = count(q, relations);
        List<Relation> tables = new ArrayList<>();
        List<Relation> views = new ArrayList<>();
        for (Relation r : relations) {
            Long n = rows.get(r.name);
            if (n != null) {
                tables.add(new Relation(r.name, r.columns, n));
            } else {
                views.add(r);
            }
        }
        return new Schema(tables, views, List.of());
    }

    /// Returns the names that queries on a trace can use. Call on a query thread.
    public static SqlVocabulary vocabulary(TraceQueries q, ModuleLibrary library) throws QueryException {
        return q.withConnection(connection -> SqlVocabulary.read(connection, library));
    }

    /// Returns a readable query for all rows of a table or view.
    public static String allRowsQuery(String relation) {
        return "SELECT *\nFROM " + relation;
    }

    /// Returns the values of a column that contain the typed text, those that start with it first. Call on a query
    /// thread.
    ///
    /// @param typed text in which `*` matches anything
    public static List<String> texts(TraceQueries q, String relation, String column, String typed, int max)
            throws QueryException {
        String name = '"' + column.replace("\"", "\"\"") + '"';
        String pattern = typed.replace("'", "''").replace("*", "%");
        return q
                .all(
                        "SELECT DISTINCT " + name + " FROM \"" + relation + "\" WHERE CAST(" + name
                                + " AS VARCHAR) ILIKE '%" + pattern + "%' ORDER BY NOT starts_with(lower(CAST(" + name
                                + " AS VARCHAR)), lower('" + pattern + "')), 1 LIMIT " + max,
                        r -> r.getString(1))
                .stream()
                .filter(Objects::nonNull)
                .toList();
    }

    private static Map<String, Long> count(TraceQueries q, List<Relation> relations)
            throws QueryException, IOException {
        StringBuilder sql = new StringBuilder();
        for (Relation r : relations) {
            if (MAIN.contains(r.name)) {
                sql.append(sql.isEmpty() ? "" : " UNION ALL ")
                        .append("SELECT '")
                        .append(r.name)
                        .append("', count(*) FROM \"")
                        .append(r.name)
                        .append('"');
            }
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        if (!sql.isEmpty()) {
            RowStore rows = RowReader.query(q, sql.toString());
            for (int i = 0; i < rows.size(); i++) {
                counts.put(rows.getText(i, 0), rows.getLong(i, 1));
            }
        }
        return counts;
    }

    /// Returns the schema with the rows of its views counted, which takes longer. Views that fail to count, or
    /// whose rows are created on demand, stay uncounted. Call on a query thread.
    public Schema countRows(TraceQueries q) throws IOException {
        List<Relation> counted = new ArrayList<>();
        for (Relation r : views) {
            long n = -1;
            if (!q.isCanceled() && !TraceStore.lazyTables().contains(r.name)) {
                try {
                    n = RowReader.query(q, "SELECT count(*) FROM \"" + r.name.replace("\"", "\"\"") + '"')
                            .getLong(0, 0);
                } catch (QueryException e) {
                    System.getLogger(Schema.class.getName()).log(System.Logger.Level.DEBUG, "Can't count " + r.name, e);
                }
            }
            counted.add(new Relation(r.name, r.columns, n));
        }
        return new Schema(tables, counted, created);
    }

    /// Returns the relations in a result of [#COLUMNS].
    public static List<Relation> relations(RowStore rows) {
        Map<String, List<Column>> columns = new LinkedHashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            String column = rows.getText(i, 1);
            columns.computeIfAbsent(rows.getText(i, 0), k -> new ArrayList<>())
                    .add(new Column(column, type(column, rows.getText(i, 2))));
        }
        return columns.entrySet().stream()
                .map(e -> new Relation(e.getKey(), e.getValue(), -1))
                .toList();
    }

    /// Returns the schema with the additional relations that a session sees.
    public Schema withSessionRelations(List<Relation> visible) {
        return new Schema(
                tables, views, visible.stream().filter(r -> !contains(r.name)).toList());
    }

    private boolean contains(String name) {
        return tables.stream().anyMatch(r -> r.name.equals(name))
                || views.stream().anyMatch(r -> r.name.equals(name));
    }

    /// Returns the type of a column for display: the database's type, `TIMESTAMP` or `DURATION`, or `→ TABLE`
    /// if its values are keys of another table.
    public static String type(String column, String sqlType) {
        String name = column.toLowerCase(Locale.ROOT);
        if (sqlType.equals("BIGINT") || sqlType.equals("INTEGER") || sqlType.equals("UINTEGER")) {
            if (name.equals("ts") || name.endsWith("_ts") || name.equals("ts_end")) {
                return "TIMESTAMP";
            }
            if (name.equals("dur") || name.endsWith("_dur")) {
                return "DURATION";
            }
            String to = switch (name) {
                case "track_id" -> "track";
                case "utid", "waker_utid" -> "thread";
                case "upid", "parent_upid" -> "process";
                case "arg_set_id", "source_arg_set_id", "dimension_arg_set_id" -> "args";
                case "slice_id", "slice_in", "slice_out" -> "slice";
                case "callsite_id" -> "stack_profile_callsite";
                default -> null;
            };
            if (to != null) {
                return "→ " + to;
            }
        }
        return sqlType.startsWith("ENUM") ? "VARCHAR" : sqlType;
    }
}
