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
import traceglass.app.io.Failure;
import traceglass.app.io.Misuse;
import traceglass.app.io.Out;
import traceglass.app.window.StartClock;

/// `bench import|query|render TRACE` and `bench start [TRACE]`: measures, and prints figures. `bench repeat TRACE -o
/// OUT` makes a large trace of a small one to measure with.
@Command(
        name = "bench",
        description = "Measure importing, querying or drawing a trace, or the start of the window.",
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {

    enum What {
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

    @Parameters(
            index = "0",
            paramLabel = "import|query|render|start|repeat",
            description = "What to measure; or repeat: make a larger Perfetto trace of this one.")
    What what;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TRACE", description = "The trace file; start needs none.")
    Path trace;

    static final int RUNS = 3;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "" + RUNS,
            description = "How often; the figures are those of the median run (default: ${DEFAULT-VALUE}).")
    int runs;

    @Option(
            names = "--loaded",
            description = "Of an import: load all tables into the database, as a window does, and not only those that a"
                    + " query asks for.")
    boolean loaded;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "Where repeat writes to.")
    Path output;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = StoreFlags.Bytes.class,
            defaultValue = "1G",
            description = "How large repeat makes the trace, about (default: ${DEFAULT-VALUE}).")
    long size;

    @Spec
    CommandSpec spec;

    @Option(
            names = "--once",
            hidden = true,
            description = "Start in this process, and print what the one that began it wants to know.")
    boolean once;

    @Option(
            names = "--running",
            description =
                    "Of a start: open the trace when the window has been there for some seconds, and count from then.")
    boolean running;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    boolean json;

    @Override
    public Integer call() throws Failure {
        int n = Math.max(1, runs);
        if (trace == null && what != What.START) {
            throw Misuse.of(spec, what + " needs a trace");
        }
        if (once) {
            Out.print(StartBench.once(trace, opening(), root.store.options()));
            return 0;
        }
        if (what == What.IMPORT) {
            ImportRuns.run(trace, root.store, n, loaded, json);
            return 0;
        }
        Object figures = switch (what) {
            case QUERY ->
                QueryBench.run(TraceArgument.open(trace, root.store.options()).store(), n);
            case RENDER -> WindowBench.run(trace, root.store.options(), n);
            case START -> StartBench.run(trace, opening(), n, startOnce());
            default -> Map.of("bytes", repeat());
        };
        Figures.print(figures, json);
        return 0;
    }

    private StartClock.Opening opening() {
        return running ? StartClock.Opening.LATER : StartClock.Opening.AT_START;
    }

    /// Arguments for a process that is measured.
    private List<String> startOnce() {
        List<String> words = new ArrayList<>(List.of("bench", "start", "--once"));
        if (trace != null) {
            words.add(trace.toString());
        }
        if (running) {
            words.add("--running");
        }
        words.addAll(root.store.words());
        return words;
    }

    private long repeat() throws Failure {
        if (output == null) {
            throw Misuse.of(spec, "repeat needs -o OUT");
        }
        try {
            return RepeatedTrace.write(trace, output, size);
        } catch (IOException e) {
            throw new Failure("cannot repeat " + trace + ": " + e.getMessage(), e);
        }
    }
}
