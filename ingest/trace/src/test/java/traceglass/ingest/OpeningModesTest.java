package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.store.testing.SharedData;

/// Tests that results do not depend on how a trace was opened. Each mode runs the cases of every fortieth trace,
/// starting with another one; [ConformanceRun] can run all of them in any mode.
class OpeningModesTest {

    private static final int TRACE_INTERVAL = 40;

    /// Returns the cases of every fortieth trace. Traces are taken in the order of their sizes, so that each sample
    /// contains small and large ones.
    private static List<ConformanceCase> sample(int first) throws IOException {
        Path folder = SharedData.file("conformance");
        List<ConformanceCase> cases = ConformanceCase.all(folder).stream()
                .filter(ConformanceTest::isIncluded)
                .toList();
        List<ConformanceCase.Source> sources = cases.stream()
                .map(ConformanceCase::source)
                .distinct()
                .sorted(Comparator.comparingLong(OpeningModesTest::size).thenComparing(s -> String.valueOf(s.file())))
                .toList();
        Set<ConformanceCase.Source> sampled = new HashSet<>();
        for (int i = first; i < sources.size(); i += TRACE_INTERVAL) {
            sampled.add(sources.get(i));
        }
        return cases.stream().filter(c -> sampled.contains(c.source())).toList();
    }

    private static long size(ConformanceCase.Source source) {
        return source.file() == null ? 0 : source.file().toFile().length();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; complete",
                "1; direct=0",
                "2; threads=1,memory=256",
                "3; threads=1,memory=1024,cached",
                "4; threads=2,memory=256,cached",
                "5; threads=2,memory=1024,direct=0",
                "6; threads=8,memory=256,direct=0",
                "7; threads=8,memory=1024,cached",
                "8; threads=8,memory=128,cached",
            })
    void resultsDoNotDependOnTheMode(int first, String text) throws IOException {
        List<ConformanceCase> cases = sample(first);
        try (ConformanceMode mode = ConformanceMode.parse(text)) {
            ConformanceRun run = new ConformanceRun(new PrintStream(OutputStream.nullOutputStream()), 0, mode);
            run.run(cases, c -> true);
            assertEquals("", String.join("\n", run.misses));
            assertEquals(
                    cases.size(),
                    run.scores.values().stream().mapToInt(s -> s.total).sum());
        }
    }
}
