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

/// Imports the small traces below `cases` and compares the answers to their queries with the answers files.
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
            Future<Map<String, String>> answers = pool.submit(() -> c.answers(dir));
            traces.add(DynamicContainer.dynamicContainer(c.name(), tests(c, answers)));
        }
        return traces;
    }

    private static List<DynamicTest> tests(TraceCase c, Future<Map<String, String>> answers) throws IOException {
        Map<String, String> expected = c.expected();
        Set<String> sentences = new LinkedHashSet<>(c.questions().keySet());
        sentences.addAll(expected.keySet());
        return sentences.stream()
                .map(s -> DynamicTest.dynamicTest(
                        s, () -> assertEquals(expected.getOrDefault(s, ""), answer(answers, s), c.name() + ": " + s)))
                .toList();
    }

    private static String answer(Future<Map<String, String>> answers, String sentence)
            throws IOException, InterruptedException {
        try {
            return answers.get().getOrDefault(sentence, "(not asked)");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }
}
