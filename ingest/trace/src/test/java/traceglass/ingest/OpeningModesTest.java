package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.store.testing.SharedData;

/// Tests that results do not depend on how a trace was opened. Runs every thirteenth case; [ConformanceRun] can run
/// all of them in any mode.
class OpeningModesTest {

    private static final int CASE_INTERVAL = 13;

    @Test
    void resultsDoNotDependOnLoadingThreadsCacheOrMemory() throws Exception {
        Path folder = SharedData.file("conformance");
        List<ConformanceCase> all = ConformanceCase.read(folder.resolve("tests.jsonl"));
        List<ConformanceCase> cases = new ArrayList<>();
        for (int i = 0; i < all.size(); i += CASE_INTERVAL) {
            cases.add(all.get(i));
        }
        List<String> plain = null;
        for (String text :
                List.of("", "complete", "threads=1,cached", "threads=8,memory=128", "threads=2,cached,memory=128")) {
            try (ConformanceMode mode = ConformanceMode.parse(text)) {
                ConformanceRun run = new ConformanceRun(new PrintStream(OutputStream.nullOutputStream()), 0, mode);
                run.run(cases, c -> true);
                assertEquals(
                        cases.size(),
                        run.scores.values().stream().mapToInt(s -> s.total).sum());
                if (plain == null) {
                    plain = run.misses;
                    assertTrue(plain.size() < cases.size() / 10, () -> "too few cases pass: " + run.misses);
                }
                assertEquals(plain, run.misses, text);
            }
        }
    }
}
