package traceglass.analysis.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.RunningStatement;
import traceglass.store.TraceStore;

/// Runs queries on a trace: a connection to its store, and a way to cancel the work. Not thread-safe. Callers need
/// no JDBC: each query is a method in the package of its subject.
///
/// @param connection connection to the store, for the packages of analysis that create their own statements
/// @param cancellation cancels the running query
public record TraceQueries(Connection connection, Cancellation cancellation) {

    /// Converts the current row, or all rows, to an object.
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Receives the current row.
    public interface RowReceiver {
        void take(ResultSet row) throws SQLException;
    }

    /// Work that creates its own statements.
    ///
    /// @param <E> a further exception that it throws
    public interface Work<T, E extends Exception> {
        T run(Connection connection) throws SQLException, QueryException, E;
    }

    /// Queries on a store.
    ///
    /// @param <E> a further exception that they throw
    public interface QueryWork<T, E extends Exception> {
        T run(TraceQueries q) throws QueryException, E;
    }

    /// Queries a store on a connection that is closed afterwards. The queries cannot be canceled.
    public static <T, E extends Exception> T query(TraceStore store, QueryWork<T, E> work) throws QueryException, E {
        try (Connection connection = store.connection()) {
            return work.run(new TraceQueries(connection));
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Creates queries that cannot be canceled.
    public TraceQueries(Connection connection) {
        this(connection, new Cancellation());
    }

    /// Returns the rows of the result, one object each.
    ///
    /// @param values values of the `?`, in order
    public <T> List<T> all(String sql, Reader<T> reader, Object... values) throws QueryException {
        List<T> all = new ArrayList<>();
        forEachRow(sql, row -> all.add(reader.read(row)), values);
        return all;
    }

    /// Returns the first row of the result; empty if there is none, or if the reader returns null.
    ///
    /// @param values values of the `?`, in order
    public <T> Optional<T> first(String sql, Reader<T> reader, Object... values) throws QueryException {
        return read(sql, rows -> rows.next() ? Optional.ofNullable(reader.read(rows)) : Optional.empty(), values);
    }

    /// Passes the rows of the result to the receiver one by one.
    ///
    /// @param values values of the `?`, in order
    public void forEachRow(String sql, RowReceiver receiver, Object... values) throws QueryException {
        read(
                sql,
                rows -> {
                    while (rows.next()) {
                        receiver.take(rows);
                    }
                    return null;
                },
                values);
    }

    /// Returns the result of the reader, which reads all rows.
    ///
    /// @param reader is passed a cursor before the first row
    /// @param values values of the `?`, in order
    public <T> T read(String sql, Reader<T> reader, Object... values) throws QueryException {
        RunningStatement running = new RunningStatement();
        try (PreparedStatement s = connection.prepareStatement(sql)) {
            running.begin(s);
            cancellation.onCancel(running::cancel);
            for (int i = 0; i < values.length; i++) {
                s.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = s.executeQuery()) {
                running.fetch();
                return reader.read(rows);
            } finally {
                running.end();
            }
        } catch (SQLException e) {
            throw new QueryException(e);
        } finally {
            cancellation.onCancel(null);
        }
    }

    /// Runs a statement that has no result.
    public void run(String sql) throws QueryException {
        withConnection(c -> {
            try (Statement s = c.createStatement()) {
                return s.execute(sql);
            }
        });
    }

    /// Runs work that creates its own statements.
    public <T, E extends Exception> T withConnection(Work<T, E> work) throws QueryException, E {
        try {
            return work.run(connection);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns whether the query was canceled.
    public boolean isCanceled() {
        return cancellation.isCanceled();
    }

    /// Returns the value, or null for NULL.
    public static Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /// Returns ids as the list of an IN clause; `NULL`, which equals nothing, for none.
    public static String list(Collection<Long> ids) {
        return ids.isEmpty() ? "NULL" : ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
