package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
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
@Command(name = "shell", description = TraceCommandTexts.SHELL, mixinStandardHelpOptions = true)
final class ShellCommand implements Callable<Integer> {

    @ParentCommand
    Root root;

    private final SqlFlags sql = new SqlFlags();

    @Option(names = "--mode", paramLabel = "MODE", description = TraceCommandTexts.SHELL_MODE)
    String mode;

    @Parameters(paramLabel = "TRACE", description = CliTexts.TRACE)
    Path trace;

    static CommandLine line() {
        ShellCommand command = new ShellCommand();
        CommandLine line = new CommandLine(command);
        command.sql.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() throws Failure {
        var library = sql.library();
        try (TraceStore opened =
                        TraceArgument.open(trace, root.store.options(trace)).store();
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
            throw new Failure(TraceCommandTexts.cantUseTerminal(CommandOutput.reason(e)), e);
        }
    }
}
