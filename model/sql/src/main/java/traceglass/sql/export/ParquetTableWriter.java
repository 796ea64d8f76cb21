package traceglass.sql.export;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.store.database.Driver;

/// Writes a result as a Parquet file, compressed with zstd: integers as int64, floating-point numbers as double, text
/// as strings, blobs as byte arrays. DuckDB computes sums as 128-bit integers; they are written as int64, and a sum
/// that overflows is an error, as in SQLite.
///
/// A separate in-memory database reads the rows through a table function and writes the file as they arrive. It buffers
/// at most one row group.
public final class ParquetTableWriter {

    private static final String FUNCTION = "tg_rows";

    private final ResultCursor cursor;
    private final List<ResultColumn> columns;
    private final List<String> names;
    private long rows;
    private RuntimeException canceled;
    private QueryException failure;

    private ParquetTableWriter(ResultCursor cursor) {
        this.cursor = cursor;
        columns = cursor.columns();
        names = uniqueNames(columns);
    }

    /// Writes all rows.
    ///
    /// @param file replaced if it exists
    /// @return number of rows
    public static long write(ResultCursor cursor, Path file) throws IOException, QueryException {
        return new ParquetTableWriter(cursor).write(file);
    }

    /// Makes the column names unique ignoring case, as Parquet requires.
    private static List<String> uniqueNames(List<ResultColumn> columns) {
        Set<String> used = new HashSet<>();
        return columns.stream()
                .map(c -> {
                    String name = c.name();
                    for (int n = 2; !used.add(name.toLowerCase(Locale.ROOT)); n++) {
                        name = c.name() + "_" + n;
                    }
                    return name;
                })
                .toList();
    }

    private long write(Path file) throws IOException, QueryException {
        try (DuckDBConnection connection = Driver.connect(new Properties());
                Statement s = connection.createStatement()) {
            s.execute("SET threads = 1");
            try (var builder = DuckDBFunctions.tableFunction()) {
                builder.withName(FUNCTION).withFunction(new Rows()).register(connection);
            }
            s.execute("COPY (SELECT " + selectList() + " FROM " + FUNCTION + "()) TO "
                    + ExportedTable.literal(file.toString()) + " (FORMAT parquet, COMPRESSION zstd)");
            return rows;
        } catch (SQLException e) {
            if (canceled != null) {
                throw canceled;
            }
            if (failure != null) {
                throw failure;
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    private String selectList() {
        StringBuilder list = new StringBuilder();
        for (int c = 0; c < columns.size(); c++) {
            String name = ExportedTable.quoted(names.get(c));
            list.append(c == 0 ? "" : ", ")
                    .append(
                            switch (columns.get(c).type()) {
                                case BLOB -> "unhex(" + name + ") AS " + name;
                                default -> name;
                            });
        }
        return list.toString();
    }

    /// Table function that returns the rows of the cursor. DuckDB calls it on one thread.
    private final class Rows implements DuckDBTableFunction<Object, Object, Object> {

        @Override
        public Object bind(DuckDBTableFunctionBindInfo info) throws SQLException {
            for (int c = 0; c < columns.size(); c++) {
                info.addResultColumn(
                        names.get(c),
                        switch (columns.get(c).type()) {
                            case LONG, BOOLEAN -> DuckDBColumnType.BIGINT;
                            case HUGE -> isUnsigned(c) ? DuckDBColumnType.UBIGINT : DuckDBColumnType.BIGINT;
                            case DOUBLE -> DuckDBColumnType.DOUBLE;
                            default -> DuckDBColumnType.VARCHAR;
                        });
            }
            return this;
        }

        @Override
        public Object init(DuckDBTableFunctionInitInfo info) {
            info.setMaxThreads(1);
            return this;
        }

        @Override
        public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) throws QueryException {
            try {
                long capacity = out.capacity();
                long row = 0;
                while (row < capacity && cursor.next()) {
                    for (int c = 0; c < columns.size(); c++) {
                        put(out.vector(c), row, c);
                    }
                    row++;
                }
                rows += row;
                return row;
            } catch (CancellationException e) {
                canceled = e;
                throw e;
            } catch (QueryException e) {
                failure = e;
                throw e;
            }
        }

        private void put(DuckDBWritableVector vector, long row, int c) throws QueryException {
            switch (columns.get(c).type()) {
                case LONG, BOOLEAN -> {
                    long value = cursor.getLong(c);
                    if (cursor.wasNull()) {
                        vector.setNull(row);
                    } else {
                        vector.setLong(row, value);
                    }
                }
                case DOUBLE -> {
                    double value = cursor.getDouble(c);
                    if (cursor.wasNull()) {
                        vector.setNull(row);
                    } else {
                        vector.setDouble(row, value);
                    }
                }
                default -> putText(vector, row, c);
            }
        }

        private void putText(DuckDBWritableVector vector, long row, int c) throws QueryException {
            ResultColumn.Type type = columns.get(c).type();
            byte[] bytes = type == ResultColumn.Type.BLOB ? cursor.getBytes(c) : null;
            String text = type == ResultColumn.Type.BLOB
                    ? bytes == null ? null : HexFormat.of().formatHex(bytes)
                    : cursor.getString(c);
            if (text == null) {
                vector.setNull(row);
            } else if (type == ResultColumn.Type.HUGE) {
                putHuge(vector, row, c, new BigInteger(text));
            } else {
                vector.setString(row, text);
            }
        }

        private void putHuge(DuckDBWritableVector vector, long row, int c, BigInteger value) throws QueryException {
            if (isUnsigned(c) && value.bitLength() <= Long.SIZE) {
                vector.setUint64(row, value);
            } else if (!isUnsigned(c) && value.bitLength() < Long.SIZE) {
                vector.setLong(row, value.longValue());
            } else {
                throw new QueryException("column " + names.get(c) + ": " + value
                        + " does not fit in 64 bits; cast the column to DOUBLE or TEXT");
            }
        }
    }

    private boolean isUnsigned(int column) {
        return columns.get(column).sqlType().startsWith("U");
    }
}
