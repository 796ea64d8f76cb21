package traceglass.app.cli;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts of the command `bench`.
final class BenchCommandTexts {

    private BenchCommandTexts() {}

    static final String BENCH =
            tr("Measure how long it takes to import, query or draw a trace, or to start the window.");
    static final String BENCHMARK = tr("What to measure; repeat instead creates a larger Perfetto trace from TRACE.");
    static final String TRACE = tr("The trace file; optional for start.");
    static final String RUNS = tr("Number of runs; the result is the median run (default: ${DEFAULT-VALUE}).");
    static final String FRAMES = tr("For render: number of frames that zoom and pan (default: ${DEFAULT-VALUE}).");
    static final String COLORS =
            tr("For render: color the slices whose name matches this pattern by a rule. Can be repeated.");
    static final String LOADED =
            tr("For import: load all tables into the database, as a window does, not only those that a query needs.");
    static final String STAGES =
            tr("For import: measure one import, then each of its stages separately, --runs times.");
    static final String OUTPUT = tr("The file that repeat writes.");
    static final String SIZE = tr("Approximate size of the trace that repeat writes (default: ${DEFAULT-VALUE}).");
    static final String ONCE = tr("Measure one start in this process and print the results for the parent process.");
    static final String RUNNING =
            tr("For start: open the trace a few seconds after the window, and measure from then on.");
    static final String JSON = tr("Print one JSON object instead of a table.");
    static final String REPEAT_NEEDS_OUTPUT = tr("repeat needs -o OUT");

    static String needsTrace(BenchCommand.Benchmark benchmark) {
        return tr("{0} needs a trace", benchmark);
    }

    static String cantRepeat(Path trace, String reason) {
        return tr("can't repeat {0}: {1}", trace, reason);
    }
}
