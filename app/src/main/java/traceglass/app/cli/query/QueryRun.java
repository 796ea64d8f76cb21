package traceglass.app.cli.query;

import java.nio.file.Path;
import java.time.Duration;
import traceglass.app.cli.agent.AgentError;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.StandardOutput;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.BoundSql;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Runs SQL on a trace and writes the results, for the `query` command.
///
/// @param sql the statements
/// @param file the file they were read from, or null if they were typed
/// @param trace the trace, or a project
/// @param timeout time after which the statements are canceled, or zero
/// @param output format and destination of the results
record QueryRun(
        BoundSql sql,
        String file,
        Path trace,
        TraceAccess traces,
        SqlFlags flags,
        Duration timeout,
        QueryOutput output) {

    int run() throws Failure {
        ModuleLibrary library = flags.library();
        try (TraceStore store = traces.openFor(sql.text(), trace);
                SqlSession session = SqlSession.on(store, flags.policy(), library)) {
            run(session);
            return 0;
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        }
    }

    private void run(SqlSession session) throws Failure, QueryException {
        try (TimeLimit limit = TimeLimit.start(timeout, session::cancel)) {
            try {
                output.write(trace, sink -> session.run(sql, sink));
            } catch (SqlProblem e) {
                if (StandardOutput.isBroken()) {
                    // The program reports it on exit, unless the reader just closed the pipe.
                    return;
                }
                if (limit.isOver()) {
                    String message = QueryTexts.timedOut(timeout);
                    throw new QueryFailure(
                            message, AgentError.timeout(message, session.statement()), TimeLimit.EXIT_CODE, e);
                }
                SqlProblem problem = sql.toCallersText(e);
                throw new QueryFailure(
                        (file == null ? "" : file + ": ") + sql.explain(e),
                        AgentError.of(problem, session.statement()),
                        1,
                        problem);
            }
        }
    }
}
