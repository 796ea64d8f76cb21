package traceglass.engine.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.engine.SqlErrorException;

/// Runs queries in a session and returns tables of bounded size. Not thread-safe, except [#cancel] and [#stop].
public final class AgentQueries {

    private final QuerySession session;
    private final AnswerLimits limits;
    private volatile boolean isCanceled;
    private volatile boolean isStopped;

    /// @param session session for the queries; the caller closes it afterwards
    public AgentQueries(QuerySession session, AnswerLimits limits) {
        this.session = session;
        this.limits = limits;
    }

    /// Cancels the running query and all later ones. Can be called from any thread. Repeat the call until the
    /// thread that runs the queries has returned, because canceling between two statements has no effect.
    public void cancel() {
        isCanceled = true;
        session.cancel();
    }

    /// Like [#cancel], but an answer of several tables keeps the tables that are complete.
    public void stop() {
        isStopped = true;
        session.cancel();
    }

    /// Runs statements and returns the rows of the last one.
    ///
    /// @throws EngineException if a statement fails or the query is canceled
    public AnswerTable query(String title, String sql, @Nullable Object... values) {
        return query(title, limits, sql, values);
    }

    /// Runs statements and returns the rows of the last one, up to other limits.
    ///
    /// @throws EngineException if a statement fails or the query is canceled
    public AnswerTable query(String title, AnswerLimits customLimits, String sql, @Nullable Object... values) {
        if (isCanceled || isStopped) {
            throw new EngineException("The call was canceled", null);
        }
        return AnswerReader.read(title, session.query(sql, values), customLimits);
    }

    /// Like [#query], but returns a table with a note if the query fails, so that the other parts of an answer
    /// are still available.
    ///
    /// @throws EngineException if the query is canceled
    public AnswerTable queryOrNote(String title, String sql, @Nullable Object... values) {
        if (isStopped && !isCanceled) {
            return AnswerTable.withNote(title, AgentTexts.STOPPED);
        }
        try {
            return query(title, sql, values);
        } catch (SqlErrorException e) {
            if (isStopped && !isCanceled) {
                return AnswerTable.withNote(title, AgentTexts.STOPPED);
            }
            if (e.isCanceled() || isCanceled) {
                throw e;
            }
            return AnswerTable.withNote(title, AgentTexts.failed(String.valueOf(e.getMessage())));
        }
    }

    /// Returns the tables without those that have neither rows nor a note.
    static List<AnswerTable> withoutEmpty(List<AnswerTable> tables) {
        return tables.stream().filter(t -> !t.isEmpty() || !t.note().isEmpty()).toList();
    }
}
