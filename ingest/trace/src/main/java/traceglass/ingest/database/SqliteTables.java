package traceglass.ingest.database;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.database.TemporaryFiles;

/// Tables of an SQLite database that another tool wrote. The file is not trusted: it is opened for reading only, its
/// views and virtual tables are not used, and values are limited in size. Names of tables and columns are
/// case-insensitive, as in SQLite.
public final class SqliteTables implements AutoCloseable {

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    /// Limit for strings, blobs and rows, in bytes.
    private static final int MAX_VALUE_BYTES = 64 << 20;
    private static final int MAX_TABLES = 20_000;
    private static final int ROWS_PER_CHECK = 4096;

    private final Connection connection;
    private final Path temporary;
    private final ImportProgress progress;
    /// Columns by table, with the names as written in the database.
    private final Map<String, List<String>> tables = new LinkedHashMap<>();
    private boolean isDamaged;

    private SqliteTables(Connection connection, Path temporary, ImportProgress progress) {
        this.connection = connection;
        this.temporary = temporary;
        this.progress = progress;
    }

    /// Returns whether a file with these first bytes is an SQLite database.
    public static boolean isSqlite(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /// Returns the names of an input's tables without consuming it. For archive entries, only the tables named
    /// in the first bytes are found.
    public static Set<String> tablesOf(TraceInput input) throws IOException {
        if (!isSqlite(input.head())) {
            return Set.of();
        }
        if (input.file() == null) {
            return SqliteHead.tables(input.head());
        }
        try (SqliteTables open = open(input.file(), null, input.progress())) {
            TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
            names.addAll(open.tables());
            return names;
        } catch (SQLException e) {
            return Set.of();
        }
    }

    /// Opens a database. Archive entries and the content of compressed files are first copied to a temporary file.
    ///
    /// @throws TraceProblem if the list of its tables cannot be read
    public static SqliteTables open(TraceInput input) throws IOException, TraceProblem {
        Path file = input.file();
        Path copy = null;
        if (file == null) {
            copy = TemporaryFiles.file("table", ".sqlite");
        }
        try {
            if (copy != null) {
                file = copy;
                try (OutputStream out = Files.newOutputStream(copy)) {
                    input.asStream().transferTo(out);
                }
            } else {
                input.countFileAsRead();
            }
            return open(file, copy, input.progress());
        } catch (SQLException e) {
            delete(copy);
            throw new TraceProblem(input.name() + " is a damaged SQLite database: " + reason(e), e);
        } catch (IOException | RuntimeException e) {
            delete(copy);
            throw e;
        }
    }

    private static SqliteTables open(Path file, Path copy, ImportProgress progress) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        // The file does not change while it is read, so neither locks nor its journal are needed.
        String url = "jdbc:sqlite:" + file.toUri() + "?mode=ro&immutable=1";
        Connection connection = config.createConnection(url);
        SqliteTables tables = new SqliteTables(connection, copy, progress);
        try {
            ((SQLiteConnection) connection).setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
            try (Statement s = connection.createStatement()) {
                s.execute("PRAGMA trusted_schema = OFF");
                s.execute("PRAGMA query_only = ON");
                s.execute("PRAGMA cell_size_check = ON");
            }
            tables.readNames();
            return tables;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private void readNames() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement s = connection.createStatement();
                ResultSet rows = s.executeQuery("SELECT name FROM sqlite_schema WHERE type = 'table'"
                        + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT "
                        + MAX_TABLES)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        for (String name : names) {
            List<String> columns = new ArrayList<>();
            try (Statement s = connection.createStatement();
                    ResultSet rows = s.executeQuery("PRAGMA table_info(" + quoted(name) + ")")) {
                while (rows.next()) {
                    columns.add(rows.getString("name"));
                }
            }
            tables.put(name, columns);
        }
    }

    /// Returns the names of the tables.
    public List<String> tables() {
        return List.copyOf(tables.keySet());
    }

    /// Returns the columns of a table, empty if it does not exist.
    public List<String> columns(String table) {
        String tableName = name(table);
        return tableName == null ? List.of() : Collections.unmodifiableList(tables.get(tableName));
    }

    /// Returns whether a table exists and has these columns.
    public boolean has(String table, String... columns) {
        List<String> existing = columns(table);
        return !existing.isEmpty()
                && Arrays.stream(columns).allMatch(c -> existing.stream().anyMatch(c::equalsIgnoreCase));
    }

    private String name(String table) {
        if (tables.containsKey(table)) {
            return table;
        }
        for (String existing : tables.keySet()) {
            if (existing.equalsIgnoreCase(table)) {
                return existing;
            }
        }
        return null;
    }

    /// Reads all rows of a table in the order in which they are stored. Missing columns are NULL; a missing
    /// table has no rows. If the table is damaged, reading stops there and [#isDamaged] becomes true.
    ///
    /// @param columns names of the columns, in the order in which [SqliteRow] numbers them
    public void read(String table, List<String> columns, Consumer<SqliteRow> sink) {
        read(table, columns, null, sink);
    }

    /// Reads all rows like [#read(String, List, Consumer)], ordered by columns of the table.
    ///
    /// @param order columns, each of which may be followed by ` DESC`; or null
    public void read(String table, List<String> columns, List<String> order, Consumer<SqliteRow> sink) {
        String tableName = name(table);
        if (tableName == null) {
            return;
        }
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < columns.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(has(tableName, columns.get(i)) ? quoted(columns.get(i)) : "NULL");
        }
        sql.append(" FROM ").append(quoted(tableName));
        if (order != null) {
            sql.append(" ORDER BY ");
            for (int i = 0; i < order.size(); i++) {
                boolean isDescending = order.get(i).endsWith(" DESC");
                String column =
                        isDescending ? order.get(i).substring(0, order.get(i).length() - 5) : order.get(i);
                sql.append(i == 0 ? "" : ", ").append(quoted(column)).append(isDescending ? " DESC" : "");
            }
        }
        SqliteRow row = new SqliteRow(columns.size());
        try (Statement s = connection.createStatement();
                ResultSet rows = s.executeQuery(sql.toString())) {
            for (long n = 0; rows.next(); n++) {
                if (n % ROWS_PER_CHECK == 0) {
                    progress.check();
                }
                for (int i = 0; i < columns.size(); i++) {
                    row.set(i, rows.getObject(i + 1));
                }
                sink.accept(row);
            }
        } catch (SQLException e) {
            isDamaged = true;
        }
    }

    /// Returns whether a table could not be read to its end.
    public boolean isDamaged() {
        return isDamaged;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /// Returns the error message without the error code's name.
    private static String reason(SQLException e) {
        String message = e.getMessage() == null ? "unknown error" : e.getMessage();
        int open = message.indexOf('(');
        return open > 0 && message.endsWith(")")
                ? message.substring(open + 1, message.length() - 1).toLowerCase(Locale.ROOT)
                : message;
    }

    private static void delete(Path copy) throws IOException {
        if (copy != null) {
            Files.deleteIfExists(copy);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        } finally {
            delete(temporary);
        }
    }
}
