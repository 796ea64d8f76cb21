package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sqlite.JDBC;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// An SQLite database with one table for each table and view of the trace, and indexes of the columns by which tables
/// are joined. A view that is only another name of an exported table stays a view.
final class SqliteFormat implements TableFormat {

    /// End of the definition of a view that selects everything from one table.
    private static final Pattern ALIAS = Pattern.compile(" AS (?:SELECT \\* )?FROM (\\w+);?$");
    private static final List<String> INDEXED =
            List.of("id", "ts", "track_id", "utid", "upid", "arg_set_id", "parent_id", "callsite_id");

    @Override
    public String id() {
        return "sqlite";
    }

    @Override
    public String extension() {
        return "sqlite";
    }

    @Override
    public boolean isFolder() {
        return false;
    }

    @Override
    public void writeTables(SqlSession session, List<ExportedTable> tables, Path target)
            throws IOException, SqlProblem {
        try (Connection database = JDBC.createConnection("jdbc:sqlite:" + target, new Properties())) {
            try (Statement s = database.createStatement()) {
                s.execute("PRAGMA journal_mode = OFF");
                s.execute("PRAGMA synchronous = OFF");
                // For sorting the entries of indexes, which would otherwise be written to many small runs.
                s.execute("PRAGMA cache_size = -65536");
            }
            database.setAutoCommit(false);
            Map<String, String> aliases = aliases(session, tables);
            for (ExportedTable table : tables) {
                String original = aliases.get(table.name());
                if (original == null) {
                    boolean hasKey = new SqliteTable(table, database).copy(session);
                    createIndexes(table, hasKey, database);
                } else {
                    createView(table.name(), original, database);
                }
            }
            database.commit();
        } catch (SQLException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// Returns the views that select everything from another of the tables, and the names of these tables.
    private static Map<String, String> aliases(SqlSession session, List<ExportedTable> tables) throws SqlProblem {
        Set<String> names = tables.stream().map(ExportedTable::name).collect(Collectors.toSet());
        Map<String, String> aliases = new HashMap<>();
        session.run("SELECT view_name, sql FROM duckdb_views() WHERE NOT internal;", cursor -> {
            while (cursor.next()) {
                String view = cursor.getString(0);
                Matcher alias = ALIAS.matcher(String.valueOf(cursor.getString(1)));
                if (names.contains(view) && alias.find() && names.contains(alias.group(1))) {
                    aliases.put(view, alias.group(1));
                }
            }
        });
        return aliases;
    }

    private static void createView(String name, String original, Connection target) throws SQLException {
        try (Statement s = target.createStatement()) {
            s.execute("CREATE VIEW " + ExportedTable.quoted(name) + " AS SELECT * FROM "
                    + ExportedTable.quoted(original));
        }
    }

    private static void createIndexes(ExportedTable table, boolean hasKey, Connection target) throws SQLException {
        for (String column : INDEXED) {
            boolean isKey = hasKey && column.equals(SqliteTable.KEY);
            if (table.columns().contains(column) && !isKey) {
                try (Statement s = target.createStatement()) {
                    s.execute("CREATE INDEX " + ExportedTable.quoted(table.name() + "_by_" + column) + " ON "
                            + ExportedTable.quoted(table.name()) + "(" + column + ")");
                }
            }
        }
    }
}
