package traceglass.sql.result;

import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

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
    boolean isLastNull() throws SQLException {
        return rows.wasNull();
    }

    @Override
    long readLong(int column) throws SQLException {
        if (columns().get(column).type() == ResultColumn.Type.BOOLEAN) {
            return rows.getBoolean(column + 1) ? 1 : 0;
        }
        return rows.getLong(column + 1);
    }

    @Override
    double readDouble(int column) throws SQLException {
        return rows.getDouble(column + 1);
    }

    @Override
    @Nullable
    String readString(int column) throws SQLException {
        if (columns().get(column).type() == ResultColumn.Type.TEXT) {
            return rows.getString(column + 1);
        }
        return switch (readObject(column)) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case Object value -> value.toString();
        };
    }

    @Override
    @Nullable
    Object readObject(int column) throws SQLException {
        Object value = rows.getObject(column + 1);
        return value instanceof Blob blob ? blob.getBytes(1, Math.toIntExact(blob.length())) : value;
    }

    @Override
    byte @Nullable [] readBytes(int column) throws SQLException {
        return rows.getBytes(column + 1);
    }
}
