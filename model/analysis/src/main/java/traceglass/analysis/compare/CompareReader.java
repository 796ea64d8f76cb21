package traceglass.analysis.compare;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Asks one trace for its side of a comparison; on query threads.
public final class CompareReader {

    /// Opens a session with the standard modules, for subjects that need one.
    public interface Sessions {
        SqlSession open() throws SQLException;
    }

    /// One side.
    ///
    /// @param isCut whether there are more names than are kept
    public record Side(List<NameStats> names, boolean isCut) {}

    private CompareReader() {}

    public static Side read(
            Connection connection, Sessions sessions, CompareQuery query, CompareScope scope, Cancellation cancel)
            throws SQLException, IOException, SqlProblem {
        RowStore rows = rows(connection, sessions, query.subject(), query.stats(scope), cancel);
        List<NameStats> names = new ArrayList<>();
        int kept = Math.min(rows.size(), CompareQuery.MOST_NAMES);
        for (int i = 0; i < kept; i++) {
            names.add(new NameStats(
                    String.valueOf(rows.getText(i, 0)),
                    rows.getLong(i, 1),
                    rows.getDouble(i, 2),
                    rows.getDouble(i, 3),
                    rows.getDouble(i, 4)));
        }
        return new Side(names, rows.size() > kept);
    }

    /// The event that stands for those of a name; empty when there is none any more.
    public static Optional<Selection.Event> example(
            Connection connection,
            Sessions sessions,
            CompareQuery query,
            CompareScope scope,
            NameStats stats,
            CompareQuery.Which which,
            Cancellation cancel)
            throws SQLException, IOException, SqlProblem {
        RowStore rows = rows(connection, sessions, query.subject(), query.example(scope, stats, which), cancel);
        return rows.size() == 0
                ? Optional.empty()
                : Optional.of(new Selection.Event(
                        query.subject().table(), rows.getLong(0, 0), rows.getLong(0, 1), rows.getLong(0, 2)));
    }

    private static RowStore rows(
            Connection connection, Sessions sessions, ComparedBy subject, String sql, Cancellation cancel)
            throws SQLException, IOException, SqlProblem {
        if (subject.prelude().isEmpty()) {
            return RowReader.query(connection, sql, cancel);
        }
        RowStore[] last = {RowStore.EMPTY};
        try (SqlSession session = sessions.open()) {
            cancel.onCancel(session::cancel);
            session.run(sql, cursor -> last[0] = RowReader.read(cursor, n -> {}));
        } finally {
            cancel.onCancel(null);
        }
        return last[0];
    }
}
