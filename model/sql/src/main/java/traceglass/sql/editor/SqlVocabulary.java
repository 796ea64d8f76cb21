package traceglass.sql.editor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import traceglass.sql.modules.ModuleLibrary;

/// Names available to a query: tables with their columns, functions, modules. Immutable.
///
/// @param relations tables and views by lower-case name
/// @param functions functions and macros by lower-case name
/// @param modules names for INCLUDE PERFETTO MODULE, in order
public record SqlVocabulary(Map<String, Relation> relations, Map<String, Function> functions, List<String> modules) {

    public static final SqlVocabulary EMPTY = new SqlVocabulary(Map.of(), Map.of(), List.of());

    /// A table, a view, or a common table expression.
    public record Relation(String name, List<Column> columns) {}

    /// @param type DuckDB's type; may be empty
    public record Column(String name, String type) {}

    /// @param arguments as written between the parentheses
    /// @param isTableFunction whether it is a table function
    /// @param description one-sentence description of its result; may be empty
    public record Function(String name, String arguments, boolean isTableFunction, String description) {}

    private static final Map<String, Function> PERFETTO = readPerfetto();

    /// Reads the names visible to a connection. Names that begin with an underscore are private to modules and
    /// omitted.
    public static SqlVocabulary read(Connection connection, ModuleLibrary library) throws SQLException {
        Map<String, List<Column>> columns = new LinkedHashMap<>();
        Map<String, Function> functions = new TreeMap<>(PERFETTO);
        try (Statement s = connection.createStatement()) {
            try (ResultSet r = s.executeQuery("""
                SELECT table_name, column_name, data_type FROM duckdb_columns()
                WHERE NOT internal AND database_name <> 'store' AND table_name NOT LIKE '\\_%' ESCAPE '\\'
                ORDER BY lower(table_name), table_name, column_index\
                """)) {
                while (r.next()) {
                    String type = r.getString(3);
                    columns.computeIfAbsent(r.getString(1), k -> new ArrayList<>())
                            .add(new Column(r.getString(2), type.startsWith("ENUM") ? "VARCHAR" : type));
                }
            }
            try (ResultSet r = s.executeQuery("""
                SELECT function_name, any_value(array_to_string(parameters, ', ')), any_value(function_type), any_value(coalesce(description, ''))
                FROM duckdb_functions()
                WHERE function_type <> 'pragma' AND regexp_full_match(function_name, '[a-z][a-z0-9_]*') AND NOT starts_with(function_name, 'tg_')
                GROUP BY 1 ORDER BY 1\
                """)) {
                while (r.next()) {
                    functions.putIfAbsent(
                            r.getString(1),
                            new Function(
                                    r.getString(1),
                                    r.getString(2) == null ? "" : r.getString(2),
                                    r.getString(3).startsWith("table"),
                                    r.getString(4)));
                }
            }
        }
        Map<String, Relation> relations = new LinkedHashMap<>();
        columns.forEach(
                (name, of) -> relations.put(name.toLowerCase(Locale.ROOT), new Relation(name, List.copyOf(of))));
        return new SqlVocabulary(relations, functions, library.names());
    }

    /// Returns a copy with more relations, such as tables created in a session.
    public SqlVocabulary with(List<Relation> added) {
        Map<String, Relation> all = new LinkedHashMap<>(relations);
        added.forEach(r -> all.put(r.name().toLowerCase(Locale.ROOT), r));
        return new SqlVocabulary(all, functions, modules);
    }

    /// PerfettoSQL's own functions and macros, which the database does not list.
    public static Map<String, Function> perfettoFunctions() {
        return PERFETTO;
    }

    private static Map<String, Function> readPerfetto() {
        Map<String, Function> functions = new TreeMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                SqlVocabulary.class.getResourceAsStream("functions.txt"), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int open = line.indexOf('(');
                int close = line.indexOf(')', open);
                if (line.startsWith("#") || open < 0) {
                    continue;
                }
                String[] rest = line.substring(close + 1).strip().split("\\s+", 2);
                String name = line.substring(0, open);
                functions.put(
                        name.toLowerCase(Locale.ROOT),
                        new Function(name, line.substring(open + 1, close), rest[0].equals("table"), rest[1]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(functions);
    }
}
