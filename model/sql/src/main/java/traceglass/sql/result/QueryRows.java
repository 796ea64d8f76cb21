package traceglass.sql.result;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBPreparedStatement;

/// The result of a prepared query, in the fastest way that reads the types of its columns.
public final class QueryRows implements AutoCloseable {

    private final ResultCursor cursor;
    private final AutoCloseable result;

    private QueryRows(ResultCursor cursor, AutoCloseable result) {
        this.cursor = cursor;
        this.result = result;
    }

    /// Executes a statement. Usually, rows are fetched while the database computes them.
    ///
    /// @param statement query of DuckDB's driver; used by nobody else until the rows are closed
    public static QueryRows of(PreparedStatement statement) throws SQLException {
        DuckDBPreparedStatement query = statement.unwrap(DuckDBPreparedStatement.class);
        ResultSetMetaData meta = query.getMetaData();
        if (ChunkCursor.canRead(meta)) {
            DuckDBChunkedResult result = query.query();
            return new QueryRows(new ChunkCursor(result, ResultCursor.columns(meta)), result);
        }
        ResultSet rows = query.executeQuery();
        return new QueryRows(ResultCursor.of(rows), rows);
    }

    /// Returns the rows, which must be read before they are closed.
    public ResultCursor cursor() {
        return cursor;
    }

    @Override
    public void close() throws SQLException {
        try {
            result.close();
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException(e);
        }
    }
}
