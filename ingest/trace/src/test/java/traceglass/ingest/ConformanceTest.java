package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.store.testing.SharedData;

/// Checks that the score against Perfetto's trace processor does not decrease. Prints the score of each area and the
/// failed cases.
class ConformanceTest {

    /// Returns whether to run a case. Runs all small cases, and the large ones on traces in the formats of
    /// Perfetto, systrace and Chrome.
    static boolean isIncluded(ConformanceCase c) {
        return !c.area().startsWith("real/") || c.area().matches("real/(perfetto|json|systrace)");
    }

    /// Returns the minimum number of passes per area, including expected failures. It is raised over time, never
    /// lowered.
    private static Map<String, Integer> floors() throws IOException {
        Map<String, Integer> floors = new TreeMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                ConformanceTest.class.getResourceAsStream("conformance_floors.txt"), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.startsWith("#")) {
                    String[] w = line.strip().split(" +");
                    floors.put(w[1], Integer.parseInt(w[0]));
                }
            }
        }
        return floors;
    }

    @Test
    void matchesPerfettosTraceProcessor() throws IOException {
        Path folder = SharedData.file("conformance");
        ConformanceRun run = new ConformanceRun(System.out, 0);
        List<ConformanceCase> cases = ConformanceCase.all(folder);
        long start = System.nanoTime();
        run.run(cases, ConformanceTest::isIncluded);
        run.misses.forEach(System.out::println);
        run.printScore();
        System.out.printf("%.0f s%n", (System.nanoTime() - start) / 1e9);
        List<String> regressions = new ArrayList<>();
        Map<String, Integer> floors = floors();
        run.scores.forEach((area, score) -> {
            int floor = floors.getOrDefault(area, 0);
            if (score.passed + score.expectedFailures < floor) {
                regressions.add(area + " passes " + (score.passed + score.expectedFailures) + " cases, and passed "
                        + floor + " before");
            }
        });
        KnownDifferences.read().kinds().keySet().stream()
                .filter(id -> !run.expectedFailures.contains(id))
                .forEach(id -> regressions.add(id + " passes, but is listed in conformance_misses.txt"));
        assertTrue(regressions.isEmpty(), () -> String.join("\n", regressions));
    }
}
