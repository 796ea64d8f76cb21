package traceglass.analysis.compare;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Runs the queries of a comparison on one trace. Call on query threads.
public final class CompareReader {

    /// Opens a session with the standard modules, for subjects that need one.
    public interface Sessions {
        SqlSession open() throws QueryException;
    }

    /// Statistics of one trace.
    ///
    /// @param isTruncated whether there are more names than were kept
    public record Side(List<NameStats> names, boolean isTruncated) {}

    private CompareReader() {}

    /// Reads the statistics of a scope.
    public static Side read(TraceQueries q, Sessions sessions, CompareQuery query, CompareScope scope)
            throws QueryException, IOException, SqlProblem {
        RowStore rows = rows(q, sessions, query.subject(), query.stats(scope));
        List<NameStats> names = new ArrayList<>();
        int count = Math.min(rows.size(), CompareQuery.MAX_NAMES);
        for (int i = 0; i < count; i++) {
            names.add(new NameStats(
                    String.valueOf(rows.getText(i, 0)),
                    rows.getLong(i, 1),
                    rows.getDouble(i, 2),
                    rows.getDouble(i, 3),
                    rows.getDouble(i, 4)));
        }
        return new Side(names, rows.size() > count);
    }

    /// Reads the statistics of a whole trace.
    public static Side readWhole(TraceStore store, CompareQuery query) throws QueryException, IOException, SqlProblem {
        return readWhole(store, query, new Cancellation());
    }

    /// Reads the statistics of a whole trace, unless it is canceled.
    public static Side readWhole(TraceStore store, CompareQuery query, Cancellation cancellation)
            throws QueryException, IOException, SqlProblem {
        try (Connection connection = store.connection()) {
            return read(
                    new TraceQueries(connection, cancellation),
                    () -> SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary()),
                    query,
                    CompareScope.ofWholeTrace(store.bounds()));
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns the example event of a name; empty if the trace does not have that event.
    public static Optional<Selection.Event> example(
            TraceQueries q,
            Sessions sessions,
            CompareQuery query,
            CompareScope scope,
            NameStats stats,
            CompareQuery.ExampleChoice choice)
            throws QueryException, IOException, SqlProblem {
        RowStore rows = rows(q, sessions, query.subject(), query.example(scope, stats, choice));
        return rows.size() == 0
                ? Optional.empty()
                : Optional.of(new Selection.Event(
                        query.subject().table(), rows.getLong(0, 0), rows.getLong(0, 1), rows.getLong(0, 2)));
    }

    private static RowStore rows(TraceQueries q, Sessions sessions, ComparisonKind subject, String sql)
            throws QueryException, IOException, SqlProblem {
        if (subject.prelude().isEmpty()) {
            return RowReader.query(q, sql);
        }
        RowStore[] last = {RowStore.EMPTY};
        try (SqlSession session = sessions.open()) {
            q.cancellation().onCancel(session::cancel);
            session.run(sql, cursor -> last[0] = RowReader.read(cursor, n -> {}));
        } finally {
            q.cancellation().onCancel(null);
        }
        return last[0];
    }
}
