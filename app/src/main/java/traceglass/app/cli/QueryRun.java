package traceglass.app.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.app.io.Failure;
import traceglass.app.io.Out;
import traceglass.app.io.StandardOutput;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// What `query` does: runs SQL on a trace and prints the results as CSV.
///
/// @param sql the statements
/// @param file where they were read from, or null when they were typed
/// @param trace the trace, or a project
record QueryRun(String sql, String file, Path trace, StoreOptions options, SqlFlags flags) {

    int run() throws Failure {
        ModuleLibrary library = flags.library();
        CsvPrinter printer = new CsvPrinter(StandardOutput.checked());
        try (TraceStore store = TraceArgument.openLate(trace, options).store();
                SqlSession session = SqlSession.on(store, flags.policy(), library)) {
            try {
                session.run(sql, printer);
            } finally {
                // Before the trace is closed, which takes a while where its cache file is still to be
                // made.
                end(printer);
            }
            return 0;
        } catch (SqlProblem e) {
            if (StandardOutput.isBroken()) {
                // The exit of the program tells of it, unless the reader has just left.
                return 0;
            }
            throw new Failure((file == null ? "" : file + ": ") + e.describe(), e);
        } catch (QueryException e) {
            throw new Failure("the database of the trace cannot be used: " + e.getMessage(), e);
        }
    }

    private static void end(CsvPrinter printer) {
        try {
            printer.giveUp();
        } catch (IOException e) {
            // The exit of the program tells of it, unless the reader has just left.
        }
    }

    /// The text of a file, or of standard input where the name is `-`.
    static String read(String file) throws Failure {
        try {
            return file.equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file));
        } catch (MalformedInputException e) {
            throw new Failure(file + " is not text in UTF-8", e);
        } catch (IOException e) {
            throw new Failure("cannot read the SQL in " + file + ": " + Out.reason(e), e);
        }
    }
}
