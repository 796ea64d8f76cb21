package traceglass.app.cli.query;

import java.nio.file.Path;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.StandardOutput;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Runs SQL on a trace and writes the results, for the `query` command.
///
/// @param sql the statements
/// @param file the file they were read from, or null if they were typed
/// @param trace the trace, or a project
/// @param output form and place of the results
record QueryRun(String sql, String file, Path trace, TraceAccess traces, SqlFlags flags, QueryOutput output) {

    int run() throws Failure {
        ModuleLibrary library = flags.library();
        try (TraceStore store = traces.open(trace);
                SqlSession session = SqlSession.on(store, flags.policy(), library)) {
            output.write(trace, sink -> session.run(sql, sink));
            return 0;
        } catch (SqlProblem e) {
            if (StandardOutput.isBroken()) {
                // The program reports it on exit, unless the reader just closed the pipe.
                return 0;
            }
            throw new Failure((file == null ? "" : file + ": ") + e.describe(), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        }
    }
}
