package traceglass.sql.result;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// The rows of one result, one at a time. Columns are counted from 0.
public final class ResultCursor {
    /// How many rows are read between two questions whether they are still wanted.
    private static final int ASK = 512;

    private final ResultSet rows;
    private final BooleanSupplier stop = Stop.current();
    private boolean ended;
    private int read;
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

    /// Goes to the next row; false if there is none.
    ///
    /// @throws CancellationException when the session was told to end what it runs: rows that the database has
    ///     found already come without its doing
    public boolean next() throws QueryException {
        if (++read % ASK == 0 && stop.getAsBoolean()) {
            throw new CancellationException();
        }
        if (ended) {
            return false;
        }
        try {
            boolean more = rows.next();
            if (!more) {
                ended = true;
                StreamEnd.check(rows);
            }
            return more;
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Whether the value read last was NULL.
    public boolean wasNull() throws QueryException {
        try {
            return rows.wasNull();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// A LONG or BOOLEAN value; 0 if it is NULL.
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

    /// A DOUBLE value; 0 or not a number if it is NULL.
    public double getDouble(int column) throws QueryException {
        try {
            return rows.getDouble(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Any value as text; null if it is NULL.
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

    /// Any value as the driver gives it; null if it is NULL. Values of a VARIANT column have each its own type.
    public Object getObject(int column) throws QueryException {
        try {
            return rows.getObject(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// A BLOB value; null if it is NULL.
    public byte[] getBytes(int column) throws QueryException {
        try {
            return rows.getBytes(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }
}
