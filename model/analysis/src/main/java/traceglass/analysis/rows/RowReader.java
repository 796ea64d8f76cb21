package traceglass.analysis.rows;

import java.io.IOException;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.IntConsumer;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.QueryRows;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.RunningStatement;

/// Reads the result of a query into a [RowStore].
public final class RowReader {

    /// Number of rows between two progress reports.
    private static final int REPORT_INTERVAL_ROWS = 16_384;
    /// Maximum number of bytes of a binary value that are kept, as hexadecimal digits.
    private static final int MAX_BLOB_BYTES = 4096;

    private RowReader() {}

    /// Runs one query and stores all of its rows. Exceptions after cancellation can be ignored.
    public static RowStore query(TraceQueries q, String sql) throws QueryException, IOException {
        return q.withConnection(connection -> {
            RunningStatement running = new RunningStatement();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                running.begin(statement);
                q.cancellation().onCancel(running::cancel);
                try (QueryRows rows = QueryRows.of(statement)) {
                    running.fetch();
                    throwIfCanceled(q);
                    return read(rows.cursor(), n -> throwIfCanceled(q));
                } finally {
                    running.end();
                    q.cancellation().onCancel(null);
                }
            }
        });
    }

    /// Ends reading of rows that the database has already found, which canceling the statement does not affect.
    private static void throwIfCanceled(TraceQueries q) {
        if (q.isCanceled()) {
            throw new CancellationException();
        }
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
        try (RowWriter writer = new RowWriter(names, types)) {
            while (rows.next()) {
                for (int i = 0; i < types.size(); i++) {
                    set(writer, rows, i, types.get(i));
                }
                boolean hasNext = writer.next();
                if (writer.size() % REPORT_INTERVAL_ROWS == 0) {
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

    private static void set(RowWriter writer, ResultCursor rows, int i, RowType type) throws QueryException {
        switch (type) {
            case LONG, BOOLEAN -> writer.setLong(i, rows.getLong(i));
            case DOUBLE -> writer.setDouble(i, rows.getDouble(i));
            case HUGE -> {
                Number value = rows.getHuge(i);
                if (value == null) {
                    writer.setNull(i);
                } else {
                    writer.setHuge(i, value instanceof BigInteger huge ? huge : BigInteger.valueOf(value.longValue()));
                }
                return;
            }
            case TEXT -> {
                String value = text(rows, i);
                if (value == null) {
                    writer.setNull(i);
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

    private static String text(ResultCursor rows, int column) throws QueryException {
        return switch (rows.columns().get(column).type()) {
            case BLOB -> hex(rows.getBytes(column));
            case OTHER -> {
                Object value = rows.getObject(column);
                yield value instanceof byte[] bytes ? hex(bytes) : value == null ? null : value.toString();
            }
            default -> rows.getString(column);
        };
    }

    private static String hex(byte[] bytes) {
        return bytes == null
                ? null
                : HexFormat.of().withUpperCase().formatHex(bytes, 0, Math.min(bytes.length, MAX_BLOB_BYTES))
                        + (bytes.length > MAX_BLOB_BYTES ? "…" : "");
    }
}
