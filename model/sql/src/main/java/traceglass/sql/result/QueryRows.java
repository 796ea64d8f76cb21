package traceglass.sql.result;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBPreparedStatement;
import org.jspecify.annotations.Nullable;

/// The result of a prepared query, in the fastest way that reads the types of its columns.
public final class QueryRows implements AutoCloseable {

    private final Connection connection;
    private final ResultCursor cursor;
    private final AutoCloseable result;
    private final @Nullable QueryObserver observer;

    private QueryRows(
            Connection connection, ResultCursor cursor, AutoCloseable result, @Nullable QueryObserver observer) {
        this.connection = connection;
        this.cursor = cursor;
        this.result = result;
        this.observer = observer;
    }

    /// Executes a statement. Usually, rows are fetched while the database computes them; the connection must not run
    /// another statement until they are closed.
    ///
    /// @param statement query of DuckDB's driver; must not be used until the rows are closed
    public static QueryRows of(PreparedStatement statement) throws SQLException {
        QueryObserver observer = statement instanceof QueryObserver o ? o : null;
        if (observer != null) {
            observer.queryStarted();
        }
        try {
            DuckDBPreparedStatement query = statement.unwrap(DuckDBPreparedStatement.class);
            ResultSetMetaData meta = query.getMetaData();
            if (ChunkCursor.canRead(meta)) {
                DuckDBChunkedResult result = query.query();
                ResultCursor cursor = new ChunkCursor(result, ResultCursor.columns(meta));
                return new QueryRows(query.getConnection(), cursor, result, observer);
            }
            ResultSet rows = query.executeQuery();
            return new QueryRows(query.getConnection(), ResultCursor.of(rows), rows, observer);
        } catch (SQLException e) {
            if (observer != null) {
                observer.queryEnded(-1, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /// Returns the rows, which must be read before they are closed.
    public ResultCursor cursor() {
        return cursor;
    }

    @Override
    public void close() throws SQLException {
        try {
            result.close();
            if (!cursor.hasEnded()) {
                endQuery();
            }
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException(e);
        } finally {
            if (observer != null) {
                observer.queryEnded(cursor.rows(), cursor.failure());
            }
        }
    }

    /// Frees the memory and ends the transaction of a query whose rows were not all read. The database does so only
    /// before the next statement.
    private void endQuery() {
        try {
            connection.prepareStatement("SELECT 1").close();
        } catch (SQLException e) {
            // The connection was closed.
        }
    }
}
