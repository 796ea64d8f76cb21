package traceglass.sql.export;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.text.Spelling;

/// A table or view of a trace that is exported.
///
/// @param columns names in order
public record ExportedTable(String name, List<String> columns) {

    public ExportedTable {
        columns = List.copyOf(columns);
    }

    /// Returns the public tables and views of a session, sorted by name: all that queries can read and whose
    /// name does not begin with an underscore, including those created by the session.
    public static List<ExportedTable> all(SqlSession session) throws SqlProblem {
        List<ExportedTable> tables = new ArrayList<>();
        session.run(
                """
                SELECT table_name, column_name FROM duckdb_columns()
                WHERE NOT internal AND database_name <> 'store' AND table_name NOT LIKE '\\_%' ESCAPE '\\' AND table_name NOT LIKE 'tg\\_%' ESCAPE '\\'
                ORDER BY table_name, column_index;\
                """,
                cursor -> {
                    String name = null;
                    List<String> columns = new ArrayList<>();
                    while (cursor.next()) {
                        if (name != null && !name.equals(cursor.getString(0))) {
                            tables.add(new ExportedTable(name, columns));
                            columns.clear();
                        }
                        name = cursor.getString(0);
                        if (!columns.contains(cursor.getString(1))) {
                            columns.add(cursor.getString(1));
                        }
                    }
                    if (name != null) {
                        tables.add(new ExportedTable(name, columns));
                    }
                });
        return tables;
    }

    /// Returns the tables with these names, in the order of the names.
    ///
    /// @param all the tables to choose from
    /// @throws SqlProblem naming the first that does not exist
    public static List<ExportedTable> select(List<ExportedTable> all, List<String> names) throws SqlProblem {
        List<ExportedTable> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(all.stream().filter(t -> t.name.equals(name)).findFirst().orElseThrow(() -> unknown(name, all)));
        }
        return chosen;
    }

    private static SqlProblem unknown(String name, List<ExportedTable> all) {
        String near = all.stream()
                .map(ExportedTable::name)
                .filter(n -> Spelling.isNear(n, name))
                .min((a, b) -> Integer.compare(Spelling.distance(a, name), Spelling.distance(b, name)))
                .map(n -> "; did you mean " + n + "?")
                .orElse("");
        return new SqlProblem("no such table: " + name + near, 0, 0, 0, false, null);
    }

    /// Returns a name as a quoted SQL identifier.
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /// Returns a string as an SQL literal.
    static String literal(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
