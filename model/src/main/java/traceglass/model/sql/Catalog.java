package traceglass.model.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The tables and views a session can see, with their columns; read from DuckDB and kept until something is made or dropped.
final class Catalog {

    /// @param name as it is written in DuckDB
    /// @param columns lower-cased names, in order
    /// @param rows DuckDB's estimate of the number of rows, 0 for a view
    /// @param definition the SQL of a view, null for a table
    record Relation(String name, boolean isView, List<String> columns, long rows, String definition) {
        boolean has(String column) {
            return columns.contains(column.toLowerCase(Locale.ROOT));
        }
    }

    private final Connection connection;
    private Map<String, Relation> relations;

    Catalog(Connection connection) {
        this.connection = connection;
    }

    /// Forgets what is known, after a statement that may have changed it.
    void changed() {
        relations = null;
    }

    /// The table or view of this name, or null.
    Relation relation(String name) throws SQLException {
        return name == null ? null : all().get(name.toLowerCase(Locale.ROOT));
    }

    private Map<String, Relation> all() throws SQLException {
        if (relations == null) {
            Map<String, List<String>> columns = new HashMap<>();
            try (Statement s = connection.createStatement(); ResultSet r = s.executeQuery(
                    "SELECT table_oid, lower(column_name) FROM duckdb_columns() WHERE NOT internal ORDER BY table_oid, column_index")) {
                while (r.next()) {
                    columns.computeIfAbsent(r.getString(1), k -> new ArrayList<>()).add(r.getString(2));
                }
            }
            // What is temporary is found first, so it comes last and wins.
            Map<String, Relation> found = new HashMap<>();
            try (Statement s = connection.createStatement(); ResultSet r = s.executeQuery("""
                    SELECT table_oid, table_name, false AS is_view, estimated_size, NULL AS sql, temporary FROM duckdb_tables() WHERE NOT internal
                    UNION ALL SELECT view_oid, view_name, true, 0, sql, temporary FROM duckdb_views() WHERE NOT internal
                    ORDER BY temporary""")) {
                while (r.next()) {
                    String name = r.getString(2);
                    found.put(name.toLowerCase(Locale.ROOT), new Relation(name, r.getBoolean(3),
                            columns.getOrDefault(r.getString(1), List.of()), r.getLong(4), r.getString(5)));
                }
            }
            relations = found;
        }
        return relations;
    }
}
