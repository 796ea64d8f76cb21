package traceglass.analysis.rows;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import traceglass.sql.result.QueryException;
import traceglass.store.database.TemporaryFiles;

/// Writes rows to files of several formats.
public final class RowFiles {

    /// File format.
    public enum Format {
        CSV("CSV", "csv"),
        TSV("TSV", "tsv"),
        JSON("JSON", "json"),
        PARQUET(RowTexts.PARQUET, "parquet"),
        DUCKDB(RowTexts.DUCKDB, "duckdb");

        private final String title;
        private final String extension;

        Format(String title, String extension) {
            this.title = title;
            this.extension = extension;
        }

        public String title() {
            return title;
        }

        /// Returns the file extension without the dot.
        public String extension() {
            return extension;
        }
    }

    private RowFiles() {}

    /// Writes all rows and columns, in order.
    public static void write(RowStore rows, Format format, Path file) throws IOException, QueryException {
        write(
                rows,
                IntStream.range(0, rows.size()).toArray(),
                IntStream.range(0, rows.columns()).boxed().toList(),
                format,
                file);
    }

    /// Writes rows and columns in the given order.
    ///
    /// @throws QueryException if a format of the database cannot be written
    public static void write(RowStore rows, int[] order, List<Integer> columns, Format format, Path file)
            throws IOException, QueryException {
        switch (format) {
            case CSV, TSV, JSON -> {
                try (Writer out = Files.newBufferedWriter(file)) {
                    switch (format) {
                        case CSV -> DelimitedText.writeCsv(rows, order, columns, out);
                        case TSV -> DelimitedText.writeTabs(rows, order, columns, true, out);
                        default -> JsonText.write(rows, order, columns, out);
                    }
                }
            }
            case PARQUET ->
                writeThroughDatabase(
                        rows,
                        order,
                        columns,
                        "",
                        reader -> "COPY (" + reader + ") TO " + quoted(file) + " (FORMAT parquet)");
            case DUCKDB -> {
                Files.deleteIfExists(file);
                writeThroughDatabase(
                        rows, order, columns, file.toString(), reader -> "CREATE TABLE result AS " + reader);
            }
        }
    }

    private interface Writing {
        String sql(String reader);
    }

    /// Writes a format that the database implements. It takes the rows from a temporary file, with their types.
    private static void writeThroughDatabase(
            RowStore rows, int[] order, List<Integer> columns, String database, Writing writing)
            throws IOException, QueryException {
        Path text = TemporaryFiles.file("result", ".csv");
        try {
            try (Writer out = Files.newBufferedWriter(text)) {
                DelimitedText.writeExact(rows, order, columns, out);
            }
            StringBuilder types = new StringBuilder();
            for (int column : columns) {
                // Column names may be repeated, but keys may not.
                types.append(types.isEmpty() ? "" : ", ")
                        .append("'c")
                        .append(column)
                        .append("': '")
                        .append(sqlType(rows.type(column)))
                        .append('\'');
            }
            StringBuilder names = new StringBuilder();
            for (int column : columns) {
                names.append(names.isEmpty() ? "" : ", ")
                        .append('c')
                        .append(column)
                        .append(" AS \"")
                        .append(uniqueName(rows, columns, column))
                        .append('"');
            }
            String reader = "SELECT " + names + " FROM read_csv(" + quoted(text)
                    + ", header = false, auto_detect = false, delim = ',', quote = '\"', "
                    + "escape = '\"', nullstr = '\\N', allow_quoted_nulls = false, columns = {" + types + "})";
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database);
                    Statement s = connection.createStatement()) {
                s.execute(writing.sql(reader));
            } catch (SQLException e) {
                throw new QueryException(e);
            }
        } finally {
            Files.deleteIfExists(text);
        }
    }

    /// Returns the name of a column, with a number appended if an earlier column has the same name.
    private static String uniqueName(RowStore rows, List<Integer> columns, int column) {
        String name = rows.names().get(column);
        long before = columns.subList(0, columns.indexOf(column)).stream()
                .filter(c -> rows.names().get(c).equalsIgnoreCase(name))
                .count();
        return (before == 0 ? name : name + "_" + before).replace("\"", "\"\"");
    }

    private static String sqlType(RowType type) {
        return switch (type) {
            case LONG -> "BIGINT";
            case BOOLEAN -> "BOOLEAN";
            case DOUBLE -> "DOUBLE";
            case HUGE -> "HUGEINT";
            case TEXT -> "VARCHAR";
        };
    }

    private static String quoted(Path file) {
        return '\'' + file.toString().replace("'", "''") + '\'';
    }
}
