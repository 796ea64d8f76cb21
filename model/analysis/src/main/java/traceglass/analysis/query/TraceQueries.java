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
import traceglass.store.TraceStore;

/// What a trace is asked with: a connection to its store, and what ends the work on the way. For one thread at a time.
/// Whoever has one needs no JDBC: questions are methods of the package whose subject they are about.
///
/// @param connection to the store, for what makes statements of its own, here and in the packages beside this one
/// @param cancellation ends what is being asked
public record TraceQueries(Connection connection, Cancellation cancellation) {

    /// Makes an object of the current row, or of all rows.
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Takes the current row.
    public interface RowTaker {
        void take(ResultSet row) throws SQLException;
    }

    /// Work with statements of its own.
    ///
    /// @param <E> what it throws beside
    public interface Work<T, E extends Exception> {
        T run(Connection connection) throws SQLException, E;
    }

    /// Questions to a store.
    ///
    /// @param <E> what they throw beside
    public interface Questions<T, E extends Exception> {
        T ask(TraceQueries q) throws QueryException, E;
    }

    /// Asks a store on a connection that is closed afterwards; nobody ends it.
    public static <T, E extends Exception> T ask(TraceStore store, Questions<T, E> questions) throws QueryException, E {
        try (Connection own = store.connection()) {
            return questions.ask(new TraceQueries(own));
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Questions that nobody ends.
    public TraceQueries(Connection connection) {
        this(connection, new Cancellation());
    }

    /// The rows of the answer, one object each.
    ///
    /// @param values of the `?` in their order
    public <T> List<T> all(String sql, Reader<T> reader, Object... values) throws QueryException {
        List<T> all = new ArrayList<>();
        each(sql, row -> all.add(reader.read(row)), values);
        return all;
    }

    /// The first row of the answer; empty where there is none, or where the reader makes null of it.
    ///
    /// @param values of the `?` in their order
    public <T> Optional<T> first(String sql, Reader<T> reader, Object... values) throws QueryException {
        List<T> all = all(sql, reader, values);
        return all.isEmpty() ? Optional.empty() : Optional.ofNullable(all.getFirst());
    }

    /// Hands over the rows of the answer one by one.
    ///
    /// @param values of the `?` in their order
    public void each(String sql, RowTaker taker, Object... values) throws QueryException {
        read(
                sql,
                rows -> {
                    while (rows.next()) {
                        taker.take(rows);
                    }
                    return null;
                },
                values);
    }

    /// What the reader makes of the whole answer; it stands before the first row.
    ///
    /// @param values of the `?` in their order
    public <T> T read(String sql, Reader<T> reader, Object... values) throws QueryException {
        try (PreparedStatement s = connection.prepareStatement(sql)) {
            cancellation.onCancel(() -> {
                try {
                    s.cancel();
                } catch (SQLException e) {
                    // It ended by itself in the same moment.
                }
            });
            for (int i = 0; i < values.length; i++) {
                s.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = s.executeQuery()) {
                return reader.read(rows);
            }
        } catch (SQLException e) {
            throw new QueryException(e);
        } finally {
            cancellation.onCancel(null);
        }
    }

    /// Runs a statement that has no answer.
    public void run(String sql) throws QueryException {
        on(c -> {
            try (Statement s = c.createStatement()) {
                return s.execute(sql);
            }
        });
    }

    /// Does work that makes statements of its own.
    public <T, E extends Exception> T on(Work<T, E> work) throws QueryException, E {
        try {
            return work.run(connection);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Whether the answer is no longer wanted.
    public boolean isCancelled() {
        return cancellation.isCancelled();
    }

    /// The value, or null for NULL.
    public static Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /// Ids as they stand between the brackets of IN; `NULL`, which nothing equals, for none.
    public static String list(Collection<Long> ids) {
        return ids.isEmpty() ? "NULL" : ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
