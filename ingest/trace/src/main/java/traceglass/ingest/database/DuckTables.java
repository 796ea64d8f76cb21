package traceglass.ingest.database;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import traceglass.store.database.Driver;

/// Reads the tables of a file with DuckDB; all values are returned as strings. The only importer code that runs
/// queries.
final class DuckTables implements AutoCloseable {

    private static final int MAX_COLUMNS = 500;
    private static final int SAMPLES = 200;
    /// Longest line of text or JSON object, in bytes.
    private static final int MAX_LINE_BYTES = 16 << 20;

    /// Text before the actual problem in messages about failed queries.
    private static final String ERROR_PREFIX = "Error: ";

    private final Connection database;
    private final List<String> sources = new ArrayList<>();

    /// Receives the values of a row, with null for missing ones. The array is reused.
    interface RowSink {
        void writeRow(String[] values);
    }

    private DuckTables() throws IOException {
        Properties settings = new Properties();
        // Without this setting, the whole result would be held in memory.
        settings.setProperty("jdbc_stream_results", "true");
        settings.setProperty("memory_limit", "512MB");
        settings.setProperty("threads", "2");
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        try {
            database = Driver.connect(settings);
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    /// Opens a text file with a header and values separated by a character.
    ///
    /// @param skipped number of lines before the header
    static DuckTables ofText(Path file, char separator, int skipped) throws IOException {
        DuckTables tables = new DuckTables();
        tables.sources.add("read_csv(" + literal(file.toString()) + ", delim=" + literal(String.valueOf(separator))
                + ", quote='\"', escape='\"', header=true, skip=" + skipped
                + ", all_varchar=true, null_padding=true, ignore_errors=true, strict_mode=false, encoding='utf-8'"
                + ", parallel=false, max_line_size=" + MAX_LINE_BYTES + ", buffer_size=" + MAX_LINE_BYTES * 2 + ")");
        return tables;
    }

    /// Opens a text file with one JSON object per line.
    static DuckTables ofJsonLines(Path file) throws IOException {
        DuckTables tables = new DuckTables();
        tables.sources.add("read_json(" + literal(file.toString())
                + ", format='newline_delimited', ignore_errors=true, maximum_object_size=" + MAX_LINE_BYTES + ")");
        return tables;
    }

    static DuckTables ofParquet(Path file) throws IOException {
        DuckTables tables = new DuckTables();
        tables.sources.add("read_parquet(" + literal(file.toString()) + ")");
        return tables;
    }

    /// Opens all tables of a database.
    static DuckTables ofDatabase(Path file) throws IOException {
        DuckTables tables = new DuckTables();
        try (Statement s = tables.database.createStatement()) {
            s.execute("ATTACH " + literal(file.toString()) + " AS given (READ_ONLY)");
            try (ResultSet r = s.executeQuery("SELECT schema_name, table_name FROM duckdb_tables()"
                    + " WHERE database_name = 'given' AND NOT internal ORDER BY estimated_size DESC, table_name")) {
                while (r.next()) {
                    tables.sources.add("given." + quoted(r.getString(1)) + "." + quoted(r.getString(2)));
                }
            }
            return tables;
        } catch (SQLException e) {
            tables.close();
            throw problem(e);
        }
    }

    /// Returns the number of tables.
    int count() {
        return sources.size();
    }

    /// Returns the columns of a table with the values of its first rows.
    List<TableColumn> columns(int table) throws IOException {
        List<String> names = new ArrayList<>();
        List<List<String>> samples = new ArrayList<>();
        String select = select(table, names) + " LIMIT " + SAMPLES;
        names.forEach(n -> samples.add(new ArrayList<>()));
        query(select, names.size(), values -> {
            for (int i = 0; i < values.length; i++) {
                if (values[i] != null && !values[i].isBlank()) {
                    samples.get(i).add(values[i]);
                }
            }
        });
        List<TableColumn> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(TableColumn.of(names.get(i), samples.get(i)));
        }
        return columns;
    }

    /// Reads all rows of a table.
    ///
    /// @throws IOException if the file can't be read further; the rows before that were passed to the sink
    void readRows(int table, RowSink sink) throws IOException {
        List<String> names = new ArrayList<>();
        String select = select(table, names);
        query(select, names.size(), sink);
    }

    /// Returns a query for all columns as strings, and adds their names to `names`.
    private String select(int table, List<String> names) throws IOException {
        StringBuilder list = new StringBuilder();
        try (Statement s = database.createStatement();
                ResultSet r = s.executeQuery("DESCRIBE SELECT * FROM " + sources.get(table))) {
            while (r.next() && names.size() < MAX_COLUMNS) {
                String name = r.getString(1);
                names.add(name);
                list.append(list.isEmpty() ? "" : ", ").append(text(quoted(name), r.getString(2)));
            }
        } catch (SQLException e) {
            throw problem(e);
        }
        return "SELECT " + list + " FROM " + sources.get(table);
    }

    /// Returns an expression that converts a column to a string. Dates become ISO strings in UTC: without the
    /// time zone extension, only the time since 1970 is independent of this machine's time zone.
    private static String text(String column, String type) {
        return type.equals("TIMESTAMP WITH TIME ZONE")
                ? "CAST(make_timestamp(epoch_us(" + column + ")) AS VARCHAR)"
                : "CAST(" + column + " AS VARCHAR)";
    }

    private void query(String sql, int columns, RowSink sink) throws IOException {
        String[] values = new String[columns];
        try (Statement s = database.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                for (int i = 0; i < columns; i++) {
                    values[i] = r.getString(i + 1);
                }
                sink.writeRow(values);
            }
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /// Keeps only the line of the message that describes the problem; the other lines are for users who write SQL.
    private static IOException problem(SQLException e) {
        List<String> lines = String.valueOf(e.getMessage()).lines().toList();
        if (lines.stream().anyMatch(l -> l.contains("Error when sniffing file"))) {
            return new IOException("its rows have different numbers of columns, or a quoted value is not closed", e);
        }
        String line = lines.stream()
                .filter(l -> l.startsWith(ERROR_PREFIX))
                .map(l -> l.substring(ERROR_PREFIX.length()))
                .findFirst()
                .orElse(lines.isEmpty() ? e.toString() : lines.getFirst());
        return new IOException(line, e);
    }

    @Override
    public void close() {
        try {
            database.close();
        } catch (SQLException e) {
            // The connection is read-only, so a failure to close it loses no data.
        }
    }
}
