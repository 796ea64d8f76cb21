package traceglass.engine.fleet;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import traceglass.engine.fleet.sql.Sql;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultValue;
import traceglass.sql.syntax.Token;
import traceglass.store.database.StoreDatabase;
import traceglass.store.parquet.ParquetFile;

/// Writes rows of a query on one trace to a Parquet file, with the trace's id as first column.
final class RowFile {

    private RowFile() {}

    /// Writes all rows.
    ///
    /// @param database database for a temporary table
    static void write(StoreDatabase database, ResultCursor cursor, long traceId, Path file)
            throws QueryException, IOException {
        String table = "rows_" + Long.toHexString(System.nanoTime()) + "_" + traceId;
        List<ResultColumn> columns = cursor.columns();
        try (DuckDBConnection connection = database.connection().duplicate();
                var statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE " + table + "(" + ParquetFile.TRACE_ID + " BIGINT, " + columns(columns) + ")");
            try {
                append(connection, table, cursor, traceId);
                statement.execute("COPY (SELECT " + storedColumns(statement, table, columns) + " FROM " + table
                        + ") TO " + Sql.quote(file) + " (FORMAT parquet, COMPRESSION zstd)");
            } finally {
                statement.execute("DROP TABLE " + table);
            }
        } catch (SQLException e) {
            throw new IOException("the rows can't be written: " + e.getMessage(), e);
        }
    }

    /// Returns the columns to store. Parquet has no integers beyond 64 bits, so a column with such values is
    /// stored as text.
    private static String storedColumns(Statement statement, String table, List<ResultColumn> columns)
            throws SQLException {
        List<String> wide = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table + " LIMIT 0")) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).type() == ResultColumn.Type.HUGE) {
                    wide.add(Token.quoteName(rows.getMetaData().getColumnName(i + 2)));
                }
            }
        }
        List<String> changed = new ArrayList<>();
        for (String column : wide) {
            try (ResultSet rows = statement.executeQuery("SELECT bool_and(TRY_CAST(" + column
                    + " AS BIGINT) IS NOT NULL) FROM " + table + " WHERE " + column + " IS NOT NULL")) {
                rows.next();
                // NULL means that the column has no values.
                boolean fits = rows.getBoolean(1) || rows.wasNull();
                changed.add("CAST(" + column + " AS " + (fits ? "BIGINT" : "VARCHAR") + ") AS " + column);
            }
        }
        return changed.isEmpty() ? "*" : "* REPLACE (" + String.join(", ", changed) + ")";
    }

    private static void append(DuckDBConnection connection, String table, ResultCursor cursor, long traceId)
            throws SQLException, QueryException {
        int count = cursor.columns().size();
        try (DuckDBAppender appender = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table)) {
            while (cursor.next()) {
                appender.beginRow();
                appender.append(traceId);
                for (int c = 0; c < count; c++) {
                    append(appender, cursor, c);
                }
                appender.endRow();
            }
        }
    }

    private static void append(DuckDBAppender appender, ResultCursor cursor, int column)
            throws SQLException, QueryException {
        Object value = ResultValue.of(cursor, column);
        switch (value) {
            case null -> appender.appendNull();
            case Long number -> {
                if (cursor.columns().get(column).type() == ResultColumn.Type.HUGE) {
                    appender.append(BigInteger.valueOf(number));
                } else if (cursor.columns().get(column).type() == ResultColumn.Type.OTHER) {
                    appender.append(number.toString());
                } else {
                    appender.append(number.longValue());
                }
            }
            case BigInteger number
            when cursor.columns().get(column).type() == ResultColumn.Type.HUGE -> appender.append(number);
            case Double number
            when cursor.columns().get(column).type() == ResultColumn.Type.DOUBLE ->
                appender.append(number.doubleValue());
            case Boolean flag
            when cursor.columns().get(column).type() == ResultColumn.Type.BOOLEAN ->
                appender.append(flag.booleanValue());
            case byte[] bytes
            when cursor.columns().get(column).type() == ResultColumn.Type.BLOB -> appender.append(bytes);
            default -> appender.append(value.toString());
        }
    }

    /// Returns the column definitions for CREATE TABLE. Duplicate column names are made unique.
    private static String columns(List<ResultColumn> columns) {
        Set<String> used = new HashSet<>(Set.of(ParquetFile.TRACE_ID));
        return columns.stream()
                .map(c -> Token.quoteName(uniqueName(c.name(), used)) + " " + type(c))
                .collect(Collectors.joining(", "));
    }

    private static String uniqueName(String name, Set<String> used) {
        String first = name.equalsIgnoreCase(ParquetFile.TRACE_ID) ? ParquetFile.OWN_TRACE_ID : name;
        String unique = first;
        for (int i = 1; !used.add(unique.toLowerCase(Locale.ROOT)); i++) {
            unique = first + "_" + i;
        }
        return unique;
    }

    private static String type(ResultColumn column) {
        return switch (column.type()) {
            case LONG -> "BIGINT";
            case HUGE -> "HUGEINT";
            case DOUBLE -> "DOUBLE";
            case BOOLEAN -> "BOOLEAN";
            case BLOB -> "BLOB";
            case TEXT, OTHER -> "VARCHAR";
        };
    }
}
