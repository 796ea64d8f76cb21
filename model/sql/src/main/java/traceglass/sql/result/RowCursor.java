package traceglass.sql.result;

import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Reads values one by one from the driver's result, which can hold values of every type.
final class RowCursor extends ResultCursor {

    private final ResultSet rows;

    RowCursor(ResultSet rows) throws SQLException {
        super(columns(rows.getMetaData()));
        this.rows = rows;
    }

    @Override
    boolean advance() throws SQLException {
        if (rows.next()) {
            return true;
        }
        StreamEnd.check(rows);
        return false;
    }

    @Override
    public boolean wasNull() throws QueryException {
        try {
            return rows.wasNull();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    @Override
    public long getLong(int column) throws QueryException {
        try {
            if (columns().get(column).type() == ResultColumn.Type.BOOLEAN) {
                return rows.getBoolean(column + 1) ? 1 : 0;
            }
            return rows.getLong(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    @Override
    public double getDouble(int column) throws QueryException {
        try {
            return rows.getDouble(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    @Override
    public String getString(int column) throws QueryException {
        try {
            if (columns().get(column).type() == ResultColumn.Type.TEXT) {
                return rows.getString(column + 1);
            }
        } catch (SQLException e) {
            throw new QueryException(e);
        }
        Object value = getObject(column);
        return value == null
                ? null
                : value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value.toString();
    }

    @Override
    public Object getObject(int column) throws QueryException {
        try {
            Object value = rows.getObject(column + 1);
            return value instanceof Blob blob ? blob.getBytes(1, Math.toIntExact(blob.length())) : value;
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    @Override
    public byte[] getBytes(int column) throws QueryException {
        try {
            return rows.getBytes(column + 1);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }
}
