package traceglass.sql.result;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Rows of one result, one at a time. Columns are counted from 0.
public abstract sealed class ResultCursor permits RowCursor, ChunkCursor {
    /// Number of rows read between two checks for cancellation.
    private static final int CHECK_INTERVAL = 512;

    private final BooleanSupplier isCanceled = CancellationFlag.current();
    private final List<ResultColumn> columns;
    private boolean hasEnded;
    private int calls;
    private long rowCount;
    private String failure = "";

    ResultCursor(List<ResultColumn> columns) {
        this.columns = columns;
    }

    /// Returns a cursor that reads rows through the driver.
    public static ResultCursor of(ResultSet rows) throws SQLException {
        return new RowCursor(rows);
    }

    static List<ResultColumn> columns(ResultSetMetaData meta) throws SQLException {
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            String sqlType = meta.getColumnTypeName(i);
            columns.add(new ResultColumn(meta.getColumnName(i), ResultColumn.typeOf(sqlType), sqlType));
        }
        return List.copyOf(columns);
    }

    public final List<ResultColumn> columns() {
        return columns;
    }

    /// Moves to the next row; returns false if there is none.
    ///
    /// @throws CancellationException if the session was canceled: rows that the database has already found are not
    ///     affected by canceling the statement
    public final boolean next() throws QueryException {
        if (++calls % CHECK_INTERVAL == 0 && isCanceled.getAsBoolean()) {
            throw new CancellationException();
        }
        if (hasEnded) {
            return false;
        }
        try {
            hasEnded = !advance();
        } catch (SQLException e) {
            failure = String.valueOf(e.getMessage());
            throw new QueryException(e);
        }
        rowCount += hasEnded ? 0 : 1;
        return !hasEnded;
    }

    /// Moves to the next row; returns false if the result is complete. Not called again afterwards.
    abstract boolean advance() throws SQLException;

    /// Returns whether all rows were read.
    final boolean hasEnded() {
        return hasEnded;
    }

    /// Returns the message of the error that ended the rows; empty if there was none.
    final String failure() {
        return failure;
    }

    /// Returns the number of rows that were read.
    public final long rows() {
        return rowCount;
    }

    /// Returns whether the value read last was NULL.
    public final boolean wasNull() throws QueryException {
        try {
            return isLastNull();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a LONG or BOOLEAN value; 0 if it is NULL.
    public final long getLong(int column) throws QueryException {
        try {
            return readLong(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a DOUBLE value; 0 or NaN if it is NULL.
    public final double getDouble(int column) throws QueryException {
        try {
            return readDouble(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a HUGE value, as a Long if it fits; null if it is NULL.
    public final @Nullable Number getHuge(int column) throws QueryException {
        try {
            return readHuge(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns any value as text; null if it is NULL.
    public final @Nullable String getString(int column) throws QueryException {
        try {
            return readString(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a TEXT value in UTF-8; null if it is NULL. The bytes are valid until the next call of this cursor.
    public final @Nullable TextBytes getText(int column) throws QueryException {
        try {
            return readText(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns any value as the driver's object; null if it is NULL. Values of a VARIANT column each have their own
    /// type.
    public final @Nullable Object getObject(int column) throws QueryException {
        try {
            return readObject(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a BLOB value; null if it is NULL.
    public final byte @Nullable [] getBytes(int column) throws QueryException {
        try {
            return readBytes(column);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    abstract boolean isLastNull() throws SQLException;

    abstract long readLong(int column) throws SQLException;

    abstract double readDouble(int column) throws SQLException;

    @Nullable
    Number readHuge(int column) throws SQLException {
        String value = readString(column);
        return value == null ? null : ResultValue.toLongIfPossible(new BigInteger(value));
    }

    abstract @Nullable String readString(int column) throws SQLException;

    @Nullable
    TextBytes readText(int column) throws SQLException {
        String value = readString(column);
        return value == null ? null : TextBytes.of(value.getBytes(StandardCharsets.UTF_8));
    }

    abstract @Nullable Object readObject(int column) throws SQLException;

    abstract byte @Nullable [] readBytes(int column) throws SQLException;
}
