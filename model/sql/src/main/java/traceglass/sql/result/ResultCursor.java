package traceglass.sql.result;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// Rows of one result, one at a time. Columns are counted from 0.
public final class ResultCursor {
    /// Number of rows read between two checks for cancellation.
    private static final int CHECK_INTERVAL = 512;

    private final ResultSet rows;
    private final BooleanSupplier stop = CancellationFlag.current();
    private boolean hasEnded;
    private int read;
    private long rowCount;
    private final List<ResultColumn> columns;

    public ResultCursor(ResultSet rows) throws SQLException {
        this.rows = rows;
        ResultSetMetaData meta = rows.getMetaData();
        List<ResultColumn> found = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            String sqlType = meta.getColumnTypeName(i);
            found.add(new ResultColumn(meta.getColumnName(i), ResultColumn.typeOf(sqlType), sqlType));
        }
        columns = List.copyOf(found);
    }

    public List<ResultColumn> columns() {
        return columns;
    }

    /// Moves to the next row; returns false if there is none.
    ///
    /// @throws CancellationException if the session was canceled: rows that the database has already found are not
    ///     affected by canceling the statement
    public boolean next() throws QueryException {
        if (++read % CHECK_INTERVAL == 0 && stop.getAsBoolean()) {
            throw new CancellationException();
        }
        if (hasEnded) {
            return false;
        }
        try {
            boolean hasRow = rows.next();
            rowCount += hasRow ? 1 : 0;
            if (!hasRow) {
                hasEnded = true;
                StreamEnd.check(rows);
            }
            return hasRow;
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns the number of rows that were read.
    public long rows() {
        return rowCount;
    }

    /// Returns whether the value read last was NULL.
    public boolean wasNull() throws QueryException {
        try {
            return rows.wasNull();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a LONG or BOOLEAN value; 0 if it is NULL.
    public long getLong(int column) throws QueryException {
        try {
            if (columns.get(column).type() == ResultColumn.Type.BOOLEAN) {
                return rows.getBoolean(column + 1) ? 1 : 0;
            }
            return rows.getLong(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a DOUBLE value; 0 or NaN if it is NULL.
    public double getDouble(int column) throws QueryException {
        try {
            return rows.getDouble(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns any value as text; null if it is NULL.
    public String getString(int column) throws QueryException {
        try {
            if (columns.get(column).type() == ResultColumn.Type.TEXT) {
                return rows.getString(column + 1);
            }
            Object value = rows.getObject(column + 1);
            return value == null ? null : value.toString();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns any value as the driver's object; null if it is NULL. Values of a VARIANT column each have their own
    /// type.
    public Object getObject(int column) throws QueryException {
        try {
            return rows.getObject(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns a BLOB value; null if it is NULL.
    public byte[] getBytes(int column) throws QueryException {
        try {
            return rows.getBytes(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }
}
