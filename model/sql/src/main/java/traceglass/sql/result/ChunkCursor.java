package traceglass.sql.result;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.jspecify.annotations.Nullable;

/// Reads values from the columns that the database returns, a few thousand rows at a time. Rows are fetched while the
/// database computes them.
final class ChunkCursor extends ResultCursor {

    private final DuckDBChunkedResult result;
    private final ChunkColumn[] values;
    private int size;
    private int row = -1;
    private boolean wasNull;

    ChunkCursor(DuckDBChunkedResult result, List<ResultColumn> columns) {
        super(columns);
        this.result = result;
        values = columns.stream().map(c -> new ChunkColumn(c.sqlType())).toArray(ChunkColumn[]::new);
    }

    /// Returns whether a cursor can read all columns of a prepared query.
    static boolean canRead(@Nullable ResultSetMetaData meta) throws SQLException {
        if (meta == null || !DriverVectors.areReadable()) {
            return false;
        }
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            if (!ChunkColumn.canRead(meta.getColumnTypeName(i))) {
                return false;
            }
        }
        return meta.getColumnCount() > 0;
    }

    @Override
    boolean advance() throws SQLException {
        if (++row < size) {
            return true;
        }
        row = 0;
        size = 0;
        while (size == 0 && hasNextChunk()) {
            DuckDBDataChunkReader chunk = result.chunk();
            DriverVectors.read(chunk, () -> read(chunk));
        }
        if (size == 0) {
            DriverVectors.checkEnd(result);
        }
        return size > 0;
    }

    private boolean hasNextChunk() throws SQLException {
        try {
            return result.nextChunk();
        } catch (IllegalStateException e) {
            throw new SQLException(DriverVectors.CLOSED, e);
        }
    }

    private void read(DuckDBDataChunkReader chunk) throws SQLException {
        int rows = Math.toIntExact(chunk.rowCount());
        for (int i = 0; i < values.length; i++) {
            values[i].read(chunk, chunk.vector(i), rows);
        }
        size = rows;
    }

    /// Returns whether the value of the current row is NULL, and records this for [#isLastNull].
    private boolean isNull(int column) {
        wasNull = values[column].isNull(row);
        return wasNull;
    }

    @Override
    boolean isLastNull() {
        return wasNull;
    }

    @Override
    long readLong(int column) throws SQLException {
        return isNull(column) ? 0 : values[column].number(row);
    }

    @Override
    double readDouble(int column) throws SQLException {
        return isNull(column) ? 0 : values[column].real(row);
    }

    @Override
    @Nullable
    Number readHuge(int column) {
        return isNull(column) ? null : values[column].huge(row);
    }

    @Override
    @Nullable
    String readString(int column) throws SQLException {
        return isNull(column) ? null : values[column].string(row);
    }

    @Override
    @Nullable
    TextBytes readText(int column) throws SQLException {
        if (!values[column].isText()) {
            return super.readText(column);
        }
        return isNull(column) ? null : values[column].text(row);
    }

    @Override
    @Nullable
    Object readObject(int column) throws SQLException {
        return isNull(column) ? null : values[column].object(row);
    }

    @Override
    byte[] readBytes(int column) {
        throw new IllegalStateException("Column " + column + " has no bytes");
    }
}
