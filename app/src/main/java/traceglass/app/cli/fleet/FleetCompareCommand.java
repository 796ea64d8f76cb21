package traceglass.app.cli.fleet;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.OutputTarget;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetComparison;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.compare.ReportFormat;
import traceglass.engine.fleet.compare.SetComparison;
import traceglass.protos.processor.TraceSummarySpec;

/// `fleet compare FLEET --by LABEL --baseline VALUE`, or `fleet compare A B`: compares metrics of sets of traces.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(
        name = "compare",
        description = FleetTexts.COMPARE,
        footer = FleetTexts.REGRESSION_EXIT,
        mixinStandardHelpOptions = true)
final class FleetCompareCommand implements Callable<Integer> {

    /// Exit code if a metric became worse.
    private static final int REGRESSION = 3;

    private static final List<String> FORMATS = List.of("text", "markdown", "json", "junit");
    private static final double PERCENT = 100;

    @ParentCommand
    FleetCommand parent;

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "SET", arity = "1..2", description = FleetTexts.SETS)
    List<String> sets;

    @Option(names = "--by", paramLabel = "LABEL", description = FleetTexts.BY)
    @Nullable
    String label;

    @Option(names = "--baseline", paramLabel = "VALUE", description = FleetTexts.BASELINE)
    @Nullable
    String baseline;

    @Option(names = "--alpha", paramLabel = "P", description = FleetTexts.ALPHA)
    double alpha = SetComparison.Limits.defaults().alpha();

    @Option(names = "--least", paramLabel = "PERCENT", description = FleetTexts.MIN_CHANGE)
    double minChangePercent = SetComparison.Limits.defaults().minRelativeChange() * PERCENT;

    @Option(names = "--format", paramLabel = "FORMAT", description = FleetTexts.FORMAT)
    String format = "text";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = FleetTexts.REPORT)
    @Nullable
    Path output;

    @Option(names = "--force", description = FleetTexts.FORCE)
    boolean force;

    @Mixin
    MetricFlags metrics;

    @Mixin
    RunFlags flags;

    @Override
    public Integer call() throws Failure {
        boolean isFleet = sets.size() == 1;
        if (isFleet && (label == null || baseline == null) || !isFleet && (label != null || baseline != null)) {
            throw UsageErrors.of(spec, FleetTexts.NEEDS_SETS);
        }
        if (!FORMATS.contains(format)) {
            throw UsageErrors.of(spec, FleetTexts.unknownFormat(format));
        }
        if (!(alpha > 0 && alpha < 1)) {
            throw UsageErrors.of(spec, "--alpha " + FleetTexts.NOT_BETWEEN_0_AND_1);
        }
        if (output == null || output.toString().equals("-")) {
            return run(System.out);
        }
        // Open the target before the computation, so that an existing file is reported immediately.
        try (OutputTarget target = OutputTarget.of(output, force, List.of())) {
            PrintStream file = new PrintStream(target.stream(), false, StandardCharsets.UTF_8);
            int code = run(file);
            if (file.checkError()) {
                throw new Failure(OutputTexts.cantWrite(output, FleetTexts.WRITING_FAILED));
            }
            target.commit();
            return code;
        } catch (ConvertProblem e) {
            throw new Failure(e.getMessage(), e);
        }
    }

    private int run(PrintStream out) throws Failure {
        try {
            FleetComparison comparison = compare(metrics.read(), flags.run(spec, parent.memoryLimit()));
            ReportFormat form = ReportFormat.valueOf(format.toUpperCase(Locale.ROOT));
            out.print(form.write(comparison.comparisons()));
            out.flush();
            if (!comparison.failures().isEmpty()) {
                CommandOutput.report(
                        FleetTexts.skippedTraces(comparison.failures().size()));
            }
            boolean isWorse = comparison.comparisons().stream()
                    .anyMatch(c -> !c.regressions().isEmpty());
            return isWorse ? REGRESSION : comparison.failures().isEmpty() ? 0 : 1;
        } catch (EngineException e) {
            throw new Failure(e.getMessage(), e);
        }
    }

    private FleetComparison compare(List<TraceSummarySpec> specs, FleetRun run) {
        SetComparison.Limits limits = new SetComparison.Limits(alpha, minChangePercent / PERCENT);
        if (label != null && baseline != null) {
            Fleet fleet = Fleet.open(Path.of(sets.getFirst()));
            return FleetComparison.byLabel(fleet, label, baseline, specs, metrics.ids(), limits, run);
        }
        return FleetComparison.ofFiles(sets.getFirst(), sets.getLast(), specs, metrics.ids(), limits, run);
    }
}
