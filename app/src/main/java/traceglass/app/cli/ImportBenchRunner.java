package traceglass.app.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import traceglass.app.bench.ImportBench;
import traceglass.app.bench.StageBench;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;

/// Runs `bench import` and prints the median run.
final class ImportBenchRunner {

    private ImportBenchRunner() {}

    /// Measures a single import in this process, which has done nothing else; several imports run in separate
    /// processes.
    static void run(Path trace, StoreFlags store, int runs, boolean isLoaded, boolean json) throws Failure {
        if (runs <= 1) {
            BenchPrinter.print(ImportBench.measureOnce(trace, store.options(), isLoaded), json);
            return;
        }
        List<String> arguments = new ArrayList<>(List.of("bench", "import", "--runs", "1", trace.toString()));
        if (isLoaded) {
            arguments.add("--loaded");
        }
        if (json) {
            arguments.add("--json");
        }
        arguments.addAll(store.arguments());
        CommandOutput.print(ImportBench.run(runs, arguments));
    }

    /// Measures a single import in this process, and then each stage several times.
    static void runStages(Path trace, StoreFlags store, int runs, boolean isLoaded, boolean json) throws Failure {
        Map<String, Object> results = ImportBench.measureOnce(trace, store.options(), isLoaded);
        results.put("stages", StageBench.run(trace, store.options(), runs));
        BenchPrinter.print(results, json);
    }
}
