package traceglass.app.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.app.cli.query.QueryOutput;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.StandardOutput;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Runs SQL on a trace and writes the results, for the `query` command.
///
/// @param sql the statements
/// @param file the file they were read from, or null if they were typed
/// @param trace the trace, or a project
/// @param output form and place of the results
record QueryRun(String sql, String file, Path trace, StoreOptions options, SqlFlags flags, QueryOutput output) {

    int run() throws Failure {
        ModuleLibrary library = flags.library();
        try (TraceStore store = TraceArgument.openLate(trace, options).store();
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

    /// Returns the text of a file, or of standard input if the name is `-`.
    static String read(String file) throws Failure {
        try {
            return file.equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file));
        } catch (MalformedInputException e) {
            throw new Failure(OutputTexts.notUtf8(file), e);
        } catch (IOException e) {
            throw new Failure(TraceCommandTexts.cantReadSql(file, CommandOutput.reason(e)), e);
        }
    }
}
