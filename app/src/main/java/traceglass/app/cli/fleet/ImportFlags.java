package traceglass.app.cli.fleet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.FleetTarget;
import traceglass.engine.fleet.source.FleetLabels;

/// Options of commands that import traces into a fleet.
final class ImportFlags {

    @Option(names = "--jobs", paramLabel = "N", description = FleetTexts.JOBS)
    int jobs;

    @Option(names = "--labels", paramLabel = "FILE", description = FleetTexts.LABELS)
    @Nullable
    Path labels;

    @Option(names = "--pattern", paramLabel = "PATTERN", description = FleetTexts.PATTERN)
    @Nullable
    String pattern;

    @Option(names = "--spark", paramLabel = "MASTER", description = FleetTexts.SPARK)
    @Nullable
    String spark;

    /// Imports traces and prints a summary.
    ///
    /// @param createsFleet whether the fleet is created if it does not exist
    /// @return exit code: 1 if a trace failed
    int run(Path folder, boolean createsFleet, List<String> sources, long memoryLimit) throws Failure {
        int code;
        try {
            FleetLabels labelsOfTraces = FleetLabels.of(labels, pattern);
            try (FleetTarget target = createsFleet ? FleetTarget.at(folder) : FleetTarget.existing(folder)) {
                code = add(target.fleet(), folder, sources, labelsOfTraces, memoryLimit);
            }
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        }
        if (!Fleet.isFleet(folder)) {
            CommandOutput.report(FleetTexts.notCreated(folder));
        }
        return code;
    }

    private int add(Fleet fleet, Path folder, List<String> sources, FleetLabels labelsOfTraces, long memoryLimit)
            throws Failure {
        if (spark != null) {
            return SparkImport.run(spark, jobArguments(folder, sources, memoryLimit), System.getenv());
        }
        FleetImport.Result result =
                fleet.add(new FleetImport(sources, labelsOfTraces, jobs, memoryLimit, new ConsoleProgress(false)));
        result.duplicates().forEach(d -> CommandOutput.report(FleetTexts.failed(d)));
        if (!result.unlabeled().isEmpty()) {
            CommandOutput.report(FleetTexts.unlabeled(
                    result.unlabeled().size(), result.unlabeled().getFirst()));
        }
        if (!result.unusedLabels().isEmpty()) {
            CommandOutput.report(FleetTexts.unusedLabels(
                    result.unusedLabels().size(), result.unusedLabels().getFirst()));
        }
        CommandOutput.print(result.summary(folder));
        return result.failures().isEmpty() ? 0 : 1;
    }

    /// Returns the arguments of the job in the cluster.
    private List<String> jobArguments(Path folder, List<String> sources, long memoryLimit) {
        List<String> arguments = new ArrayList<>(List.of("--fleet", absolute(folder)));
        if (jobs > 0) {
            arguments.addAll(List.of("--jobs", Integer.toString(jobs)));
        }
        if (memoryLimit > 0) {
            arguments.addAll(List.of("--memory", Long.toString(memoryLimit)));
        }
        if (labels != null) {
            arguments.addAll(List.of("--labels", absolute(labels)));
        }
        if (pattern != null) {
            arguments.addAll(List.of("--pattern", pattern));
        }
        arguments.addAll(sources);
        return arguments;
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
