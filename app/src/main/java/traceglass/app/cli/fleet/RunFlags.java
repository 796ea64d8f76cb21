package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import traceglass.app.cli.query.TimeLimit;
import traceglass.app.io.UsageErrors;
import traceglass.engine.fleet.FleetRun;

/// Options of commands that query traces of a fleet.
class RunFlags {

    @Option(names = "--where", paramLabel = "CONDITION", description = FleetTexts.WHERE)
    String where = "";

    @Option(names = "--jobs", paramLabel = "N", description = FleetTexts.JOBS)
    int jobs;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeLimit.Converter.class,
            description = FleetTexts.TIMEOUT)
    Duration timeout = Duration.ZERO;

    @Option(names = "--modules", paramLabel = "DIR", description = FleetTexts.MODULES)
    List<Path> modules = List.of();

    /// @param spec command line for error messages
    FleetRun run(CommandSpec spec, long memoryLimit) {
        if (jobs < 0) {
            throw UsageErrors.of(spec, FleetTexts.JOBS_TOO_FEW);
        }
        return new FleetRun(
                where, jobs, timeout.toMillis(), memoryLimit, modules, new ConsoleProgress(true), false, List.of());
    }
}
