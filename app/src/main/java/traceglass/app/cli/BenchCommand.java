package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.bench.QueryBench;
import traceglass.app.bench.RepeatedTrace;
import traceglass.app.bench.StartBench;
import traceglass.app.bench.WindowBench;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.app.window.StartMeasurement;

/// `bench import|query|render TRACE` and `bench start [TRACE]` measure the program and print the results. `bench
/// repeat TRACE -o OUT` creates a large trace from a small one for measurements.
@Command(name = "bench", description = BenchCommandTexts.BENCH, mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {

    enum Benchmark {
        IMPORT,
        QUERY,
        RENDER,
        START,
        REPEAT;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    @ParentCommand
    Root root;

    @Parameters(index = "0", paramLabel = "import|query|render|start|repeat", description = BenchCommandTexts.WHAT)
    Benchmark benchmark;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TRACE", description = BenchCommandTexts.TRACE)
    Path trace;

    static final int RUNS = 3;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "" + RUNS, description = BenchCommandTexts.RUNS)
    int runs;

    @Option(names = "--frames", paramLabel = "N", defaultValue = "600", description = BenchCommandTexts.FRAMES)
    int frames;

    @Option(names = "--loaded", description = BenchCommandTexts.LOADED)
    boolean loaded;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = BenchCommandTexts.OUTPUT)
    Path output;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = StoreFlags.Bytes.class,
            defaultValue = "1G",
            description = BenchCommandTexts.SIZE)
    long size;

    @Spec
    CommandSpec spec;

    @Option(names = "--once", hidden = true, description = BenchCommandTexts.ONCE)
    boolean once;

    @Option(names = "--running", description = BenchCommandTexts.RUNNING)
    boolean running;

    @Option(names = "--json", description = BenchCommandTexts.JSON)
    boolean json;

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
        if (benchmark == Benchmark.IMPORT) {
            ImportBenchRunner.run(trace, root.store, n, loaded, json);
            return 0;
        }
        Object figures = switch (benchmark) {
            case QUERY ->
                QueryBench.run(TraceArgument.open(trace, root.store.options()).store(), n);
            case RENDER -> WindowBench.run(trace, root.store.options(), n, frames);
            case START -> StartBench.run(trace, opening(), n, startArguments());
            default -> Map.of("bytes", repeat());
        };
        BenchPrinter.print(figures, json);
        return 0;
    }

    private StartMeasurement.Opening opening() {
        return running ? StartMeasurement.Opening.LATER : StartMeasurement.Opening.AT_START;
    }

    /// Returns the arguments of the process that is measured.
    private List<String> startArguments() {
        List<String> arguments = new ArrayList<>(List.of("bench", "start", "--once"));
        if (trace != null) {
            arguments.add(trace.toString());
        }
        if (running) {
            arguments.add("--running");
        }
        arguments.addAll(root.store.arguments());
        return arguments;
    }

    private long repeat() throws Failure {
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
