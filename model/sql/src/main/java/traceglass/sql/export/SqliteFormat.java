package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// An SQLite database with one table for each table and view of the trace, and indexes of the columns by which tables
/// are joined. A view that is only another name of an exported table stays a view.
final class SqliteFormat implements TableFormat {

    private static final int BATCH = 5000;
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
            }
            database.setAutoCommit(false);
            Map<String, String> aliases = aliases(session, tables);
            for (ExportedTable table : tables) {
                String original = aliases.get(table.name());
                if (original == null) {
                    copy(session, table.name(), database);
                    createIndex(table, database);
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

    private static void createIndex(ExportedTable table, Connection target) throws SQLException {
        for (String column : INDEXED) {
            if (table.columns().contains(column)) {
                try (Statement s = target.createStatement()) {
                    s.execute("CREATE INDEX " + ExportedTable.quoted(table.name() + "_by_" + column) + " ON "
                            + ExportedTable.quoted(table.name()) + "(" + column + ")");
                }
            }
        }
    }

    private static void copy(SqlSession session, String table, Connection target) throws SqlProblem {
        session.run("SELECT * FROM " + ExportedTable.quoted(table) + ";", ResultSink.restartable(cursor -> {
            List<ResultColumn> columns = cursor.columns();
            StringBuilder create = new StringBuilder("CREATE TABLE " + ExportedTable.quoted(table) + "(");
            StringBuilder insert = new StringBuilder("INSERT INTO " + ExportedTable.quoted(table) + " VALUES (");
            for (int i = 0; i < columns.size(); i++) {
                create.append(i == 0 ? "" : ", ")
                        .append(ExportedTable.quoted(columns.get(i).name()))
                        .append(
                                switch (columns.get(i).type()) {
                                    case LONG, BOOLEAN -> " INTEGER";
                                    case DOUBLE -> " REAL";
                                    case BLOB -> " BLOB";
                                    default -> " TEXT";
                                });
                insert.append(i == 0 ? "?" : ", ?");
            }
            try {
                fill(
                        cursor,
                        table,
                        create.append(")").toString(),
                        insert.append(")").toString(),
                        target);
            } catch (SQLException e) {
                throw new QueryException(e);
            }
        }));
    }

    private static void fill(ResultCursor cursor, String table, String create, String insert, Connection target)
            throws SQLException, QueryException {
        List<ResultColumn> columns = cursor.columns();
        try (Statement s = target.createStatement()) {
            s.execute("DROP TABLE IF EXISTS " + ExportedTable.quoted(table));
            s.execute(create);
        }
        try (PreparedStatement row = target.prepareStatement(insert)) {
            int pending = 0;
            while (cursor.next()) {
                for (int i = 0; i < columns.size(); i++) {
                    Object value = switch (columns.get(i).type()) {
                        case LONG, BOOLEAN -> (Object) cursor.getLong(i);
                        case DOUBLE -> cursor.getDouble(i);
                        case BLOB -> cursor.getBytes(i);
                        default -> cursor.getString(i);
                    };
                    row.setObject(i + 1, cursor.wasNull() ? null : value);
                }
                row.addBatch();
                if (++pending == BATCH) {
                    row.executeBatch();
                    pending = 0;
                }
            }
            row.executeBatch();
        }
    }
}
