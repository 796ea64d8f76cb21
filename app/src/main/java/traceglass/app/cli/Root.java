package traceglass.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/// The program itself: without a command it opens the window.
@Command(name = "traceglass", mixinStandardHelpOptions = true, versionProvider = Root.Version.class, synopsisSubcommandLabel = "[COMMAND]",
        header = "Opens trace files, shows them as a timeline and answers questions in SQL.",
        footer = {"", "Without a command it opens the window.", "Exit codes: 0; 1 for a trace or SQL error; 2 for wrong usage."},
        subcommands = {QueryCommand.class, InfoCommand.class})
public final class Root implements Callable<Integer> {

    @Mixin
    StoreFlags store;

    @Override
    public Integer call() throws Failure {
        throw new Failure("give a command: query or info");
    }

    /// Reads the version that the build wrote into the resources.
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"Traceglass " + traceglass.app.Version.text()};
        }
    }

    /// Runs the command line and returns its exit code; prints errors as one line.
    public static int run(String... args) {
        CommandLine line = new CommandLine(new Root());
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((e, a) -> {
            System.err.println("traceglass: " + Out.oneLine(e.getMessage()) + " (see traceglass "
                    + (e.getCommandLine().getParent() == null ? "" : e.getCommandLine().getCommandName() + " ") + "--help)");
            return CommandLine.ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((e, c, parsed) -> {
            System.err.println("traceglass: " + Out.oneLine(e instanceof Failure ? e.getMessage() : unexpected(e)));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return line.execute(args);
    }

    private static String unexpected(Exception e) {
        if (Boolean.getBoolean("traceglass.debug")) {
            e.printStackTrace();
        }
        return "something failed that should not: " + e + "; -Dtraceglass.debug=true shows where";
    }
}
