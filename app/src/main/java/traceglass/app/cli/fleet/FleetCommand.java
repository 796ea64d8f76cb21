package traceglass.app.cli.fleet;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.UsageErrors;

/// `fleet import|add|remove|list|verify|query|summarize|compare`: manages and analyzes many traces.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(
        name = "fleet",
        description = FleetTexts.FLEET,
        mixinStandardHelpOptions = true,
        subcommands = {
            FleetImportCommand.class,
            FleetAddCommand.class,
            FleetRemoveCommand.class,
            FleetListCommand.class,
            FleetVerifyCommand.class,
            FleetCompareCommand.class
        })
public final class FleetCommand implements Runnable {

    @ParentCommand
    TraceAccess traces;

    @Spec
    CommandSpec spec;

    /// Creates the command with its subcommands.
    public static CommandLine createCommandLine() {
        CommandLine commandLine = new CommandLine(new FleetCommand());
        commandLine.addSubcommand(FleetQueryCommand.createCommandLine());
        commandLine.addSubcommand(FleetSummarizeCommand.createCommandLine());
        return commandLine;
    }

    @Override
    public void run() {
        throw UsageErrors.of(spec, FleetTexts.NEEDS_SUBCOMMAND);
    }

    /// Bytes of memory for databases, 0 for the default.
    long memoryLimit() {
        return traces.options().memoryLimit();
    }
}
