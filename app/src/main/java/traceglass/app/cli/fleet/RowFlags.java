package traceglass.app.cli.fleet;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import traceglass.engine.fleet.FleetRun;

/// Options of commands that print rows of the traces of a fleet.
final class RowFlags extends RunFlags {

    @Option(names = "--fail-fast", description = FleetTexts.FAIL_FAST)
    boolean stopsAtFirstFailure;

    @Option(names = "--with", paramLabel = "COLUMNS", split = ",", description = FleetTexts.WITH)
    List<String> propertyColumns = List.of();

    @Override
    FleetRun run(CommandSpec spec, long memoryLimit) {
        FleetRun run = super.run(spec, memoryLimit).withPropertyColumns(propertyColumns);
        return stopsAtFirstFailure ? run.endingOnFailure() : run;
    }
}
