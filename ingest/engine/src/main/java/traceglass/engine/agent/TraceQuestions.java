package traceglass.engine.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.engine.SqlErrorException;

/// Asks a session for tables of bounded size. For one thread; only [#cancel] may be called from others.
public final class TraceQuestions {

    private final QuerySession session;
    private final AnswerLimits limits;
    private volatile boolean isCancelled;
    private volatile boolean isStopped;

    /// @param session used until the questions are asked; the caller closes it
    public TraceQuestions(QuerySession session, AnswerLimits limits) {
        this.session = session;
        this.limits = limits;
    }

    /// Ends the running question and all later ones, from any thread. Call it again until the asking thread has
    /// left: a request that comes between two statements has no effect.
    public void cancel() {
        isCancelled = true;
        session.cancel();
    }

    /// Ends the running question as [#cancel] does, but an answer of several tables keeps those that it has.
    public void stop() {
        isStopped = true;
        session.cancel();
    }

    /// Runs statements and returns the rows of the last one.
    ///
    /// @throws EngineException if one fails, or the question is canceled
    public AnswerTable ask(String title, String sql, @Nullable Object... values) {
        return ask(title, limits, sql, values);
    }

    /// Runs statements and returns the rows of the last one, up to other limits.
    ///
    /// @throws EngineException if one fails, or the question is canceled
    public AnswerTable ask(String title, AnswerLimits other, String sql, @Nullable Object... values) {
        if (isCancelled || isStopped) {
            throw new EngineException("The call was canceled", null);
        }
        return AnswerReader.read(title, session.query(sql, values), other);
    }

    /// As [#ask], but a failure is a note of the table: what one part of an answer lacks must not take the others
    /// away.
    ///
    /// @throws EngineException if the question is canceled
    public AnswerTable attempt(String title, String sql, @Nullable Object... values) {
        if (isStopped && !isCancelled) {
            return AnswerTable.saying(title, AgentTexts.STOPPED);
        }
        try {
            return ask(title, sql, values);
        } catch (SqlErrorException e) {
            if (isStopped && !isCancelled) {
                return AnswerTable.saying(title, AgentTexts.STOPPED);
            }
            if (e.isCanceled() || isCancelled) {
                throw e;
            }
            return AnswerTable.saying(title, AgentTexts.failed(String.valueOf(e.getMessage())));
        }
    }

    /// Returns only the tables with information.
    static List<AnswerTable> withoutEmpty(List<AnswerTable> tables) {
        return tables.stream().filter(t -> !t.isEmpty() || !t.note().isEmpty()).toList();
    }
}
