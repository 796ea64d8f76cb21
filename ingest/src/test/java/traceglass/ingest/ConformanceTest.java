package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// Holds the score against Perfetto's trace processor: it may only rise. Prints the score of each area and the misses.
class ConformanceTest {

    /// What each area passes at least. Raised as importers learn more, never lowered.
    private static final Map<String, Integer> FLOORS = Map.of("real/perfetto", 480);

    @Test
    void answersAsPerfettosTraceProcessorDoes() throws IOException {
        String shared = System.getenv("TRACEGLASS_SHARED");
        Path folder = (shared != null ? Path.of(shared) : Path.of("..", "..", "shared")).resolve("conformance");
        Assumptions.assumeTrue(Files.exists(folder), () -> "no conformance cases at " + folder.toAbsolutePath().normalize());
        ConformanceRun run = new ConformanceRun(System.out, 0);
        List<ConformanceCase> cases = new ArrayList<>(ConformanceCase.read(folder.resolve("golden.jsonl")));
        cases.addAll(ConformanceCase.read(folder.resolve("tests.jsonl")));
        run.run(cases, c -> "plain".equals(c.needs()) && (c.area().matches("parser/.*|real/perfetto|tables")));
        run.misses.forEach(System.out::println);
        run.printScore();
        FLOORS.forEach((area, floor) -> {
            int passed = run.scores.get(area).passed;
            assertTrue(passed >= floor, area + " passes " + passed + " cases, and passed " + floor + " before");
        });
    }
}
