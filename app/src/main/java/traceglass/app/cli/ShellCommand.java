package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.Failure;
import traceglass.app.io.Out;
import traceglass.app.settings.Folders;
import traceglass.app.shell.Shell;
import traceglass.app.shell.ShellInput;
import traceglass.sql.result.QueryException;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// `shell TRACE`: asks for SQL, line by line.
@Command(
        name = "shell",
        description = "Ask a trace in SQL, line by line. Type .help there.",
        mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {

    @ParentCommand
    Root root;

    @Mixin
    SqlFlags sql;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "How results are printed: table, csv, tsv, json or line (default: table on a terminal, else csv).")
    String mode;

    @Parameters(paramLabel = "TRACE", description = "The trace file.")
    Path trace;

    @Override
    public Integer call() throws Failure {
        var library = sql.library();
        try (TraceStore opened = TraceArgument.open(trace, root.store.options()).store();
                SqlSession session = SqlSession.on(opened, sql.policy(), library);
                ShellInput input = ShellInput.open(Folders.ofPlatform().config().resolve("shell-history"));
                Shell shell = new Shell(opened, session, library, sql.policy(), input)) {
            if (mode != null && !shell.setMode(mode)) {
                throw new Failure("there is no mode " + mode + "; choose table, csv, tsv, json or line");
            }
            return shell.run();
        } catch (QueryException e) {
            throw new Failure("the database of the trace cannot be used: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure("the terminal cannot be used: " + Out.reason(e), e);
        }
    }
}
