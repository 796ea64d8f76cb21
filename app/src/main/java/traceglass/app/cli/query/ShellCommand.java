package traceglass.app.cli.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.settings.Folders;
import traceglass.app.shell.Shell;
import traceglass.app.shell.ShellInput;
import traceglass.sql.result.QueryException;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// `shell TRACE`: runs SQL line by line.
@Command(name = "shell", description = QueryTexts.SHELL, mixinStandardHelpOptions = true)
public final class ShellCommand implements Callable<Integer> {

    @ParentCommand
    TraceAccess traces;

    private final SqlFlags sql = new SqlFlags();

    @Option(names = "--mode", paramLabel = "MODE", description = QueryTexts.SHELL_MODE)
    String mode;

    @Parameters(paramLabel = "TRACE", description = QueryTexts.TRACE)
    Path trace;

    /// Creates the command with its options.
    public static CommandLine createCommandLine() {
        ShellCommand command = new ShellCommand();
        CommandLine commandLine = new CommandLine(command);
        command.sql.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    @Override
    public Integer call() throws Failure {
        var library = sql.library();
        try (TraceStore opened = traces.openLoaded(trace);
                SqlSession session = SqlSession.on(opened, sql.policy(), library);
                ShellInput input = ShellInput.open(Folders.ofPlatform().config().resolve("shell-history"));
                Shell shell = new Shell(opened, session, library, sql.policy(), input)) {
            if (mode != null) {
                shell.setMode(mode);
            }
            return shell.run();
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        } catch (IOException e) {
            throw new Failure(QueryTexts.cantUseTerminal(CommandOutput.reason(e)), e);
        }
    }
}
