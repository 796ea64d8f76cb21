package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.query.QueryOutput;
import traceglass.app.io.Failure;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetRun;
import traceglass.protos.processor.TraceSummarySpec;

/// `fleet summarize FLEET --spec FILE…`: computes metrics in each trace of a fleet.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "summarize", description = FleetTexts.SUMMARIZE, mixinStandardHelpOptions = true)
final class FleetSummarizeCommand implements Callable<Integer> {

    private final QueryOutput output = new QueryOutput();

    @ParentCommand
    FleetCommand parent;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FLEET", description = FleetTexts.FOLDER)
    Path fleet;

    @Mixin
    MetricFlags metrics;

    @Mixin
    RowFlags flags;

    /// Creates the command with the options of its output.
    static CommandLine createCommandLine() {
        FleetSummarizeCommand command = new FleetSummarizeCommand();
        CommandLine commandLine = new CommandLine(command);
        command.output.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    @Override
    public Integer call() throws Failure {
        output.check(spec);
        try {
            List<TraceSummarySpec> read = metrics.read();
            FleetRun run = flags.run(spec, parent.memoryLimit());
            return FleetOutput.print(fleet, output, () -> Fleet.open(fleet).summarize(read, metrics.ids(), run));
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        }
    }
}
