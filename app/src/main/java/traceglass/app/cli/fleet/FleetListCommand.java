package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.FleetTrace;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// `fleet list FLEET`: lists the traces of a fleet with their labels.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "list", description = FleetTexts.LIST, mixinStandardHelpOptions = true)
final class FleetListCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FLEET", description = FleetTexts.FOLDER)
    Path fleet;

    @Option(names = "--where", paramLabel = "CONDITION", description = FleetTexts.WHERE)
    String where = "";

    @Override
    public Integer call() throws Failure {
        try {
            ConsoleProgress progress = new ConsoleProgress(false);
            List<FleetTrace> traces =
                    Fleet.open(fleet).traces(FleetRun.onAll().where(where).withProgress(progress));
            for (FleetTrace trace : traces) {
                CommandOutput.print(describe(trace));
            }
            CommandOutput.print(FleetTexts.total(
                    traces.size(), traces.stream().mapToLong(FleetTrace::bytes).sum()));
            return progress.failures() == 0 ? 0 : 1;
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        }
    }

    private static String describe(FleetTrace trace) {
        List<String> labels = new ArrayList<>();
        trace.labels().forEach((name, value) -> labels.add(name + "=" + value));
        long problems =
                trace.problems().values().stream().mapToLong(Long::longValue).sum();
        return String.format(
                Locale.ROOT,
                "%6d  %9s  %10s  %s%s%s",
                trace.id(),
                DisplayText.size(trace.bytes()),
                TimeText.duration(trace.durNs()),
                CommandOutput.oneLine(trace.name()),
                labels.isEmpty() ? "" : "  " + CommandOutput.oneLine(String.join(" ", labels)),
                problems == 0 ? "" : "  (" + DisplayText.count(problems, "problem", "problems") + ")");
    }
}
