package traceglass.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.sql.editor.Descriptions;
import traceglass.sql.editor.SqlVocabulary;

/// Lists the tables and functions that queries of a session can use. Names that start with an underscore are left
/// out, because they are private to modules.
final class SessionCatalog {

    private static final String COLUMNS = """
            SELECT c.table_name, c.column_name, c.data_type,
                c.database_name = 'temp' AND c.table_name IN
                    (SELECT view_name FROM duckdb_views() WHERE database_name = 'temp') AS is_view
            FROM duckdb_columns() c
            WHERE NOT c.internal AND c.database_name <> 'store' AND NOT starts_with(c.table_name, '_')
                AND NOT starts_with(c.table_name, 'tg_')
            ORDER BY lower(c.table_name), c.table_name, c.database_name = 'temp' DESC, c.column_index\
            """;

    private static final String FUNCTIONS = """
            SELECT function_name, any_value(array_to_string(parameters, ',')), any_value(function_type)
            FROM duckdb_functions()
            WHERE NOT internal AND function_type IN ('macro', 'table_macro')
                AND NOT starts_with(function_name, '_') AND NOT starts_with(function_name, 'tg_')
            GROUP BY function_name\
            """;

    private SessionCatalog() {}

    static List<TableInfo> tables(QuerySession session) {
        Map<String, Map<String, TableInfo.ColumnInfo>> columns = new LinkedHashMap<>();
        Map<String, Boolean> views = new TreeMap<>();
        for (QueryRow row : session.query(COLUMNS)) {
            String table = String.valueOf(row.getString(0));
            String column = String.valueOf(row.getString(1));
            // A table created by a statement hides a table of the trace with the same name.
            views.putIfAbsent(table, row.getLong(3) == 1);
            columns.computeIfAbsent(table, _ -> new LinkedHashMap<>())
                    .putIfAbsent(
                            column,
                            new TableInfo.ColumnInfo(
                                    column, String.valueOf(row.getString(2)), Descriptions.column(table, column)));
        }
        return columns.entrySet().stream()
                .map(e -> new TableInfo(
                        e.getKey(),
                        Boolean.TRUE.equals(views.get(e.getKey())),
                        Descriptions.table(e.getKey()),
                        List.copyOf(e.getValue().values())))
                .toList();
    }

    static List<FunctionInfo> functions(QuerySession session) {
        Map<String, FunctionInfo> functions = new TreeMap<>();
        for (SqlVocabulary.Function f : SqlVocabulary.perfettoFunctions().values()) {
            functions.put(
                    f.name(),
                    new FunctionInfo(f.name(), parameters(f.arguments()), f.isTableFunction(), f.description()));
        }
        for (QueryRow row : session.query(FUNCTIONS)) {
            String name = String.valueOf(row.getString(0));
            String arguments = row.getString(1);
            functions.putIfAbsent(
                    name,
                    new FunctionInfo(
                            name,
                            parameters(arguments == null ? "" : arguments),
                            "table_macro".equals(row.getString(2)),
                            ""));
        }
        return new ArrayList<>(functions.values());
    }

    private static List<String> parameters(String arguments) {
        return Arrays.stream(arguments.split(","))
                .map(String::strip)
                .filter(a -> !a.isEmpty())
                .toList();
    }
}
