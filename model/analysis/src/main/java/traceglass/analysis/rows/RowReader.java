package traceglass.analysis.rows;

import java.io.IOException;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.IntConsumer;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.RunningStatement;
import traceglass.sql.result.StreamEnd;

/// Reads the result of a query into a [RowStore].
public final class RowReader {

    /// Number of rows between two progress reports.
    private static final int REPORT = 16_384;
    /// Maximum number of bytes of a binary value that are kept, as hexadecimal digits.
    private static final int MAX_BLOB_BYTES = 4096;

    private RowReader() {}

    /// Runs one query and stores all of its rows. Exceptions after cancellation can be ignored.
    public static RowStore query(TraceQueries q, String sql) throws QueryException, IOException {
        return q.withConnection(connection -> {
            RunningStatement running = new RunningStatement();
            try (Statement statement = connection.createStatement()) {
                running.begin(statement);
                q.cancellation().onCancel(running::cancel);
                try (ResultSet rows = statement.executeQuery(sql)) {
                    running.fetch();
                    return read(rows, n -> check(q));
                } finally {
                    running.end();
                    q.cancellation().onCancel(null);
                }
            }
        });
    }

    /// Ends reading of rows that the database has already found, which canceling the statement does not affect.
    private static void check(TraceQueries q) {
        if (q.isCancelled()) {
            throw new CancellationException();
        }
    }

    /// Stores all rows, up to [RowWriter#MAX_ROWS].
    ///
    /// @param progress receives the number of rows from time to time
    public static RowStore read(ResultSet rows, IntConsumer progress) throws SQLException, IOException {
        ResultSetMetaData metadata = rows.getMetaData();
        List<String> names = new ArrayList<>();
        List<RowType> types = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            names.add(metadata.getColumnLabel(i));
            types.add(RowType.of(metadata.getColumnTypeName(i)));
        }
        return read(names, types, new JdbcValues(rows), progress);
    }

    /// Stores all rows of a result of a [traceglass.sql.session.SqlSession], up to [RowWriter#MAX_ROWS].
    ///
    /// @param progress receives the number of rows from time to time
    public static RowStore read(ResultCursor rows, IntConsumer progress) throws QueryException, IOException {
        List<String> names = new ArrayList<>();
        List<RowType> types = new ArrayList<>();
        for (ResultColumn c : rows.columns()) {
            names.add(c.name());
            types.add(RowType.of(c.sqlType()));
        }
        return read(names, types, new CursorValues(rows), progress);
    }

    private static <E extends Exception> RowStore read(
            List<String> names, List<RowType> types, Values<E> rows, IntConsumer progress) throws E, IOException {
        try (RowWriter writer = new RowWriter(names, types)) {
            while (rows.next()) {
                for (int i = 0; i < types.size(); i++) {
                    set(writer, rows, i, types.get(i));
                }
                boolean hasNext = writer.next();
                if (writer.size() % REPORT == 0) {
                    progress.accept(writer.size());
                }
                if (!hasNext) {
                    if (!rows.next()) {
                        writer.complete();
                    }
                    break;
                }
            }
            return writer.finish();
        }
    }

    private static <E extends Exception> void set(RowWriter writer, Values<E> rows, int i, RowType type) throws E {
        switch (type) {
            case LONG, BOOLEAN -> writer.setLong(i, rows.getLong(i));
            case DOUBLE -> writer.setDouble(i, rows.getDouble(i));
            case HUGE, TEXT -> {
                String value = rows.getString(i);
                if (value == null) {
                    writer.setNull(i);
                } else if (type == RowType.HUGE) {
                    writer.setHuge(i, new BigInteger(value));
                } else {
                    writer.setText(i, value);
                }
                return;
            }
        }
        if (rows.wasNull()) {
            writer.setNull(i);
        }
    }

    /// Values of the current row of a source; columns start at 0.
    private interface Values<E extends Exception> {
        boolean next() throws E;

        long getLong(int column) throws E;

        double getDouble(int column) throws E;

        String getString(int column) throws E;

        boolean wasNull() throws E;
    }

    private record JdbcValues(ResultSet rows) implements Values<SQLException> {

        @Override
        public boolean next() throws SQLException {
            boolean hasNext = rows.next();
            if (!hasNext) {
                StreamEnd.check(rows);
            }
            return hasNext;
        }

        @Override
        public long getLong(int column) throws SQLException {
            Object value = rows.getObject(column + 1);
            return value instanceof Boolean b ? b ? 1 : 0 : value instanceof Number n ? n.longValue() : 0;
        }

        @Override
        public double getDouble(int column) throws SQLException {
            return rows.getDouble(column + 1);
        }

        @Override
        public String getString(int column) throws SQLException {
            return text(rows.getObject(column + 1));
        }

        @Override
        public boolean wasNull() throws SQLException {
            return rows.wasNull();
        }
    }

    private record CursorValues(ResultCursor rows) implements Values<QueryException> {

        @Override
        public boolean next() throws QueryException {
            return rows.next();
        }

        @Override
        public long getLong(int column) throws QueryException {
            return rows.getLong(column);
        }

        @Override
        public double getDouble(int column) throws QueryException {
            return rows.getDouble(column);
        }

        @Override
        public String getString(int column) throws QueryException {
            return rows.columns().get(column).type() == ResultColumn.Type.BLOB
                    ? hex(rows.getBytes(column))
                    : rows.getString(column);
        }

        @Override
        public boolean wasNull() throws QueryException {
            return rows.wasNull();
        }
    }

    private static String text(Object value) throws SQLException {
        return switch (value) {
            case null -> null;
            case java.sql.Blob b -> text(b.getBytes(1, (int) Math.min(b.length(), Integer.MAX_VALUE)));
            case byte[] bytes -> hex(bytes);
            default -> value.toString();
        };
    }

    private static String hex(byte[] bytes) {
        return bytes == null
                ? null
                : HexFormat.of().withUpperCase().formatHex(bytes, 0, Math.min(bytes.length, MAX_BLOB_BYTES))
                        + (bytes.length > MAX_BLOB_BYTES ? "…" : "");
    }
}
