package traceglass.analysis.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Names that are visible in a session. Lists that are shown unchanged are returned as SQL; the others are queried.
public final class SessionNames {

    private static final String VISIBLE =
            "NOT internal AND database_name <> 'store' AND table_name NOT LIKE 'tg\\_%' ESCAPE '\\'";
    private static final String PUBLIC = " AND table_name NOT LIKE '\\_%' ESCAPE '\\'";

    private final SqlSession session;

    public SessionNames(SqlSession session) {
        this.session = session;
    }

    /// Returns SQL that lists tables with their numbers of columns.
    ///
    /// @param pattern name, in which `*` and `?` are wildcards; empty for all public tables
    public static String tables(String pattern) {
        return "SELECT DISTINCT table_name AS name, count(*) AS columns FROM duckdb_columns() WHERE " + VISIBLE
                + (pattern.isEmpty() ? PUBLIC : " AND table_name" + like(pattern))
                + " GROUP BY table_name ORDER BY table_name;";
    }

    /// Returns SQL that lists the columns of a table with their types.
    ///
    /// @param table empty for the columns of all public tables
    public static String columns(String table) {
        return "SELECT " + (table.isEmpty() ? "table_name AS \"table\", " : "")
                + "column_name AS \"column\", data_type AS type FROM duckdb_columns() WHERE " + condition(table)
                + " ORDER BY table_name, column_index;";
    }

    /// Returns SQL that lists the objects that the standard modules define.
    ///
    /// @param type suffix of the object type, such as `function`
    /// @param pattern name, in which `*` and `?` are wildcards; empty for all
    public static String objects(String type, String pattern) {
        return "SELECT name, return_type, module FROM __intrinsic_stdlib_objects WHERE object_type LIKE '%" + type
                + "' AND exposed = 1" + (pattern.isEmpty() ? "" : " AND name" + like(pattern)) + " ORDER BY name;";
    }

    private static String like(String pattern) {
        return pattern.isEmpty() ? "" : " GLOB '" + pattern.replace("'", "''") + "'";
    }

    private static String condition(String table) {
        return VISIBLE
                + (table.isEmpty() ? PUBLIC : " AND lower(table_name) = lower('" + table.replace("'", "''") + "')");
    }

    /// Returns whether there is a table or view of this name.
    public boolean hasTable(String name) throws SqlProblem {
        boolean[] hasAny = {false};
        session.run(
                "SELECT 1 FROM duckdb_columns() WHERE " + condition(name) + " LIMIT 1;",
                cursor -> hasAny[0] = cursor.next());
        return hasAny[0];
    }

    /// Returns the names of all tables and views.
    public List<String> tableNames() throws SqlProblem {
        return names(
                "SELECT DISTINCT table_name FROM duckdb_columns() WHERE NOT internal AND database_name <> 'store'");
    }

    /// Returns the names of all public functions.
    public List<String> functionNames() throws SqlProblem {
        return names("SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name NOT LIKE 'tg\\_%'"
                + " ESCAPE '\\' AND regexp_matches(function_name, '^[a-z_]')");
    }

    /// Returns the names of the columns of some tables.
    ///
    /// @param tables names in lower case, consisting of letters, digits and `_`
    public List<String> columnNames(Collection<String> tables) throws SqlProblem {
        return tables.isEmpty()
                ? List.of()
                : names("SELECT DISTINCT column_name FROM duckdb_columns() WHERE lower(table_name) IN ("
                        + tables.stream().map(t -> "'" + t + "'").collect(Collectors.joining(", "))
                        + ") AND database_name <> 'store'");
    }

    private List<String> names(String sql) throws SqlProblem {
        List<String> names = new ArrayList<>();
        session.run(sql, cursor -> {
            while (cursor.next()) {
                names.add(cursor.getString(0));
            }
        });
        return names;
    }
}
