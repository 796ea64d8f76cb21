package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Imports the small traces below `cases` and compares the results to their queries with the results files.
class TraceCasesTest {

    private static ExecutorService pool;

    @TempDir
    static Path dir;

    /// Needed because a second run after a failure needs a new pool.
    @BeforeAll
    static void start() {
        pool = Executors.newFixedThreadPool(2);
    }

    @AfterAll
    static void stop() {
        pool.shutdownNow();
    }

    @TestFactory
    List<DynamicContainer> traces() throws IOException, URISyntaxException {
        Path cases = Path.of(TraceCasesTest.class.getResource("/cases").toURI());
        List<DynamicContainer> traces = new ArrayList<>();
        for (TraceCase c : TraceCase.findIn(cases)) {
            Future<Map<String, String>> results = pool.submit(() -> c.results(dir));
            traces.add(DynamicContainer.dynamicContainer(c.name(), tests(c, results)));
        }
        return traces;
    }

    private static List<DynamicTest> tests(TraceCase c, Future<Map<String, String>> results) throws IOException {
        Map<String, String> expected = c.expected();
        Set<String> sentences = new LinkedHashSet<>(c.queries().keySet());
        sentences.addAll(expected.keySet());
        return sentences.stream()
                .map(s -> DynamicTest.dynamicTest(
                        s, () -> assertEquals(expected.getOrDefault(s, ""), result(results, s), c.name() + ": " + s)))
                .toList();
    }

    private static String result(Future<Map<String, String>> results, String sentence)
            throws IOException, InterruptedException {
        try {
            return results.get().getOrDefault(sentence, "(no such query)");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }
}
