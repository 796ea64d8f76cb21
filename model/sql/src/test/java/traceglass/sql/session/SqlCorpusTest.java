package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.testing.ConformanceLine;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;
import traceglass.store.testing.SharedData;

/// Runs the conformance cases that need no trace in one process on an empty store.
class SqlCorpusTest {
    /// Minimum number of cases that pass.
    private static final int MIN_PASSED = 104;

    @TempDir
    Path dir;

    /// @param needs "plain", or the feature that it needs besides tables
    private record Case(String id, String needs, String sql, String expected) {}

    @Test
    void returnsTheSameAsTheReferenceForCasesWithoutTrace() throws Exception {
        Path file = cases();
        Assumptions.assumeTrue(file != null, "the conformance cases are missing");
        StringBuilder misses = new StringBuilder();
        Map<String, int[]> score = new TreeMap<>();
        try (TraceStore store = StoreWriter.start(
                        new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                .finish()) {
            for (Case c : read(file)) {
                int[] counts = score.computeIfAbsent(c.needs, k -> new int[2]);
                counts[1]++;
                String actual;
                try (SqlSession session = new SqlSession(store.connection())) {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    session.run(c.sql, new CsvPrinter(out));
                    actual = out.toString(StandardCharsets.UTF_8);
                } catch (SqlProblem e) {
                    actual = "!! " + e.describe();
                }
                if (lines(actual).equals(lines(c.expected))) {
                    counts[0]++;
                } else {
                    misses.append("--- ")
                            .append(c.id)
                            .append(" (")
                            .append(c.needs)
                            .append(")\n")
                            .append(c.sql.strip())
                            .append("\n--> wanted\n")
                            .append(c.expected.strip())
                            .append("\n--> got\n")
                            .append(actual.strip())
                            .append("\n");
                }
            }
        }
        StringBuilder line = new StringBuilder("SQL cases without a trace:");
        int passed = 0;
        for (Map.Entry<String, int[]> e : score.entrySet()) {
            line.append(' ')
                    .append(e.getKey())
                    .append(' ')
                    .append(e.getValue()[0])
                    .append('/')
                    .append(e.getValue()[1]);
            passed += e.getValue()[0];
        }
        System.out.println(line);
        String report = System.getProperty("traceglass.corpus.report");
        if (report != null) {
            Files.writeString(Path.of(report), misses);
        }
        assertTrue(passed >= MIN_PASSED, line + "\n" + misses);
    }

    private static List<String> lines(String text) {
        List<String> lines =
                new ArrayList<>(Arrays.stream(text.replace("\r\n", "\n").split("\n", -1))
                        .map(String::strip)
                        .toList());
        while (!lines.isEmpty() && lines.getFirst().isEmpty()) {
            lines.removeFirst();
        }
        while (!lines.isEmpty() && lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }

    private static Path cases() {
        Path file = SharedData.folder().resolve("conformance/tests.jsonl");
        return Files.exists(file) ? file : null;
    }

    private static List<Case> read(Path file) throws IOException {
        List<Case> cases = new ArrayList<>();
        try (Stream<String> lines = Files.lines(file)) {
            for (String line : (Iterable<String>) lines::iterator) {
                if (line.contains("\"reads_trace\": false") || line.contains("\"reads_trace\":false")) {
                    if (ConformanceLine.field(line, "expect").equals("csv")) {
                        cases.add(new Case(
                                ConformanceLine.field(line, "id"),
                                ConformanceLine.field(line, "needs"),
                                ConformanceLine.field(line, "sql"),
                                ConformanceLine.field(line, "expected")));
                    }
                }
            }
        }
        return cases;
    }
}
