package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.bench.QueryBench;
import traceglass.app.bench.RepeatedTrace;
import traceglass.app.bench.StartBench;
import traceglass.app.bench.WindowBench;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;
import traceglass.app.window.stage.StartMeasurement;

/// `bench import|query|render TRACE` and `bench start [TRACE]` measure the program and print the results. `bench
/// repeat TRACE -o OUT` creates a large trace from a small one for measurements.
///
/// The options have no annotations, because `bench start` would measure the time that picocli takes to read them.
final class BenchCommand implements Callable<Integer> {

    enum Benchmark {
        IMPORT,
        QUERY,
        RENDER,
        START,
        REPEAT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final Root root;
    private Benchmark benchmark;
    private Path trace;
    private int runs = 3;
    private int frames = 600;
    private List<String> colors = List.of();
    private boolean isLoaded;
    private boolean hasStages;
    private Path output;
    private long size;
    private boolean once;
    private boolean isRunning;
    private boolean json;

    private BenchCommand(Root root) {
        this.root = root;
    }

    static CommandLine createCommandLine(Root root) {
        return new CommandLine(new BenchCommand(root).addOptions());
    }

    private CommandSpec addOptions() {
        spec.usageMessage().description(BenchCommandTexts.BENCH);
        OptionSpecs.addHelp(spec);
        spec.addPositional(OptionSpecs.parameter(Benchmark.class, () -> benchmark, v -> benchmark = v)
                .index("0")
                .required(true)
                .paramLabel("import|query|render|start|repeat")
                .description(BenchCommandTexts.BENCHMARK)
                .build());
        spec.addPositional(OptionSpecs.parameter(Path.class, () -> trace, v -> trace = v)
                .index("1")
                .arity("0..1")
                .paramLabel("TRACE")
                .description(BenchCommandTexts.TRACE)
                .build());
        spec.addOption(OptionSpecs.value(Integer.class, () -> runs, v -> runs = v, "--runs")
                .paramLabel("N")
                .description(BenchCommandTexts.RUNS)
                .build());
        spec.addOption(OptionSpecs.value(Integer.class, () -> frames, v -> frames = v, "--frames")
                .paramLabel("N")
                .description(BenchCommandTexts.FRAMES)
                .build());
        spec.addOption(OptionSpecs.list("--color", String.class, () -> colors, v -> colors = v)
                .paramLabel("PATTERN")
                .description(BenchCommandTexts.COLORS)
                .build());
        spec.addOption(OptionSpecs.flag("--loaded", () -> isLoaded, v -> isLoaded = v)
                .description(BenchCommandTexts.LOADED)
                .build());
        spec.addOption(OptionSpecs.flag("--stages", () -> hasStages, v -> hasStages = v)
                .description(BenchCommandTexts.STAGES)
                .build());
        spec.addOption(OptionSpecs.value(Path.class, () -> output, v -> output = v, "-o", "--output")
                .paramLabel("OUT")
                .description(BenchCommandTexts.OUTPUT)
                .build());
        spec.addOption(OptionSpecs.value(Long.class, () -> size, v -> size = v, "--size")
                .paramLabel("SIZE")
                .converters(new StoreFlags.Bytes())
                .defaultValue("1G")
                .description(BenchCommandTexts.SIZE)
                .build());
        spec.addOption(OptionSpecs.flag("--once", () -> once, v -> once = v)
                .hidden(true)
                .description(BenchCommandTexts.ONCE)
                .build());
        spec.addOption(OptionSpecs.flag("--running", () -> isRunning, v -> isRunning = v)
                .description(BenchCommandTexts.RUNNING)
                .build());
        spec.addOption(OptionSpecs.flag("--json", () -> json, v -> json = v)
                .description(BenchCommandTexts.JSON)
                .build());
        return spec;
    }

    @Override
    public Integer call() throws Failure {
        int n = Math.max(1, runs);
        if (trace == null && benchmark != Benchmark.START) {
            throw UsageErrors.of(spec, BenchCommandTexts.needsTrace(benchmark));
        }
        if (once) {
            CommandOutput.print(StartBench.measureOnce(trace, opening(), root.store.options()));
            return 0;
        }
        if (benchmark == Benchmark.IMPORT && hasStages) {
            ImportBenchRunner.runStages(trace, root.store, n, isLoaded, json);
            return 0;
        }
        if (benchmark == Benchmark.IMPORT) {
            ImportBenchRunner.run(trace, root.store, n, isLoaded, json);
            return 0;
        }
        Object results = switch (benchmark) {
            case QUERY ->
                QueryBench.run(TraceArgument.open(trace, root.store.options()).store(), n);
            case RENDER -> WindowBench.run(trace, root.store.options(), n, frames, colors);
            case START -> StartBench.run(trace, opening(), n, startArguments());
            default -> Map.of("bytes", writeRepeatedTrace());
        };
        BenchPrinter.print(results, json);
        return 0;
    }

    private StartMeasurement.Opening opening() {
        return isRunning ? StartMeasurement.Opening.LATER : StartMeasurement.Opening.AT_START;
    }

    /// Returns the arguments of the process that is measured.
    private List<String> startArguments() {
        List<String> arguments = new ArrayList<>(List.of("bench", "start", "--once"));
        if (trace != null) {
            arguments.add(trace.toString());
        }
        if (isRunning) {
            arguments.add("--running");
        }
        arguments.addAll(root.store.arguments());
        return arguments;
    }

    private long writeRepeatedTrace() throws Failure {
        if (output == null) {
            throw UsageErrors.of(spec, BenchCommandTexts.REPEAT_NEEDS_OUTPUT);
        }
        try {
            return RepeatedTrace.write(trace, output, size);
        } catch (IOException e) {
            throw new Failure(BenchCommandTexts.cantRepeat(trace, e.getMessage()), e);
        }
    }
}
