package traceglass.sql.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Exports a trace to an SQLite database: every table and view of the trace becomes a table.
public final class SqliteFile {

    private static final int BATCH = 5000;

    private final SqlSession session;

    public SqliteFile(SqlSession session) {
        this.session = session;
    }

    /// Writes the file, replacing an existing one.
    ///
    /// @throws IOException if it cannot be written; the message is readable
    /// @return the number of tables, including empty ones
    public int write(Path file) throws IOException, SqlProblem {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            List<String> tables = tables();
            try (Connection target = DriverManager.getConnection("jdbc:sqlite:" + part)) {
                try (Statement s = target.createStatement()) {
                    s.execute("PRAGMA journal_mode = OFF");
                    s.execute("PRAGMA synchronous = OFF");
                }
                target.setAutoCommit(false);
                for (String table : tables) {
                    copy(table, target);
                }
                target.commit();
            } catch (SqlProblem e) {
                Files.deleteIfExists(part);
                throw e;
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            return tables.size();
        } catch (IOException | SQLException e) {
            throw new IOException("can't write " + file + ": " + e.getMessage(), e);
        }
    }

    /// Returns the names of public relations: all readable ones without a leading underscore.
    private List<String> tables() throws SqlProblem {
        List<String> names = new ArrayList<>();
        session.run(
                """
                SELECT DISTINCT table_name FROM duckdb_columns()
                WHERE NOT internal AND database_name <> 'store' AND table_name NOT LIKE '\\_%' ESCAPE '\\' AND table_name NOT LIKE 'tg\\_%' ESCAPE '\\'
                ORDER BY table_name;\
                """,
                cursor -> {
                    while (cursor.next()) {
                        names.add(cursor.getString(0));
                    }
                });
        return names;
    }

    private void copy(String table, Connection target) throws SqlProblem {
        session.run("SELECT * FROM " + quoted(table) + ";", ResultSink.restartable(cursor -> {
            List<ResultColumn> columns = cursor.columns();
            StringBuilder create = new StringBuilder("CREATE TABLE " + quoted(table) + "(");
            StringBuilder insert = new StringBuilder("INSERT INTO " + quoted(table) + " VALUES (");
            for (int i = 0; i < columns.size(); i++) {
                create.append(i == 0 ? "" : ", ")
                        .append(quoted(columns.get(i).name()))
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
            s.execute("DROP TABLE IF EXISTS " + quoted(table));
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

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
