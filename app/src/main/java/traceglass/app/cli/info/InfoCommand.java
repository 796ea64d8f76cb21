package traceglass.app.cli.info;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.OutputTexts;
import traceglass.ingest.open.Importers;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// `info TRACE`: describes the trace in a few lines.
@SuppressWarnings("NullAway.Init") // Picocli sets the trace.
public final class InfoCommand implements Callable<Integer> {

    private final TraceAccess traces;
    private Path trace;
    private boolean json;

    private InfoCommand(TraceAccess traces) {
        this.traces = traces;
    }

    /// Creates the command with its options.
    public static CommandLine createCommandLine(TraceAccess traces) {
        InfoCommand command = new InfoCommand(traces);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage().description(InfoTexts.INFO);
        OptionSpecs.addHelp(spec);
        spec.addOption(OptionSpecs.flag("--json", () -> command.json, v -> command.json = v)
                .description(InfoTexts.JSON)
                .build());
        spec.addPositional(OptionSpecs.parameter(Path.class, () -> command.trace, v -> command.trace = v)
                .required(true)
                .paramLabel("TRACE")
                .description(InfoTexts.TRACE)
                .build());
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws Failure {
        try (TraceStore opened = traces.openLoaded(trace)) {
            Importers formats = Importers.of(traces.options().reading());
            TraceInfo info = TraceInfo.read(trace, opened, formats::formatName);
            if (json) {
                CommandOutput.printJson(info::writeJson);
            } else {
                info.lines().forEach(CommandOutput::print);
            }
            return 0;
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantRead(trace, CommandOutput.reason(e)), e);
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        }
    }
}
