package traceglass.sql.session;

import java.util.List;
import java.util.Locale;
import traceglass.sql.modules.LegacyMetrics;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Statements of older queries, `SELECT CREATE_FUNCTION('f(a INT)', 'INT', 'SELECT …')` and the like.
///
/// @param modules modules of the session
record LegacyCalls(Session session, IncludedModules modules) {

    /// Runs statements that return nothing.
    interface Session {
        void execute(ExecutionFrame frame, List<Token> statement) throws SqlProblem, SqlSyntaxException;
    }

    void run(ExecutionFrame frame, PerfettoStatement.LegacyCall call) throws SqlProblem, SqlSyntaxException {
        int arguments = call.arguments().size();
        switch (call.function().text().toUpperCase(Locale.ROOT)) {
            case "CREATE_FUNCTION", "CREATE_VIEW_FUNCTION" -> {
                if (arguments != 3) {
                    throw frame.problem(
                            call.function().text() + " takes a signature, a type and a query", call.function(), null);
                }
                session.execute(
                        frame, SqlTokens.read(call.asFunction(), call.function().origin()));
            }
            case "IMPORT" ->
                modules.include(
                        frame,
                        new PerfettoStatement.Include(
                                arguments == 0 ? "" : call.arguments().getFirst(), call.function()));
            case "EXPERIMENTAL_MEMOIZE" -> {
                // Functions are inlined into the query, so there is no call whose value could be
                // cached.
            }
            default -> runMetric(frame, call);
        }
    }

    /// Runs a metric of the first generation, which creates views.
    void runMetric(ExecutionFrame frame, PerfettoStatement.LegacyCall call) throws SqlProblem, SqlSyntaxException {
        ExecutionFrame inner = frame.ofOwnText(LegacyMetrics.path(call));
        for (List<Token> statement : LegacyMetrics.statements(call)) {
            session.execute(inner, statement);
        }
    }
}
