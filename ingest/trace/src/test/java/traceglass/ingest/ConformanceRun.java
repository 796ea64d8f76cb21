package traceglass.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Runs every case of the conformance set, loading each trace once, and counts the results.
///
/// As a program, `FOLDER [AREA-REGEX [ID-REGEX [DIFFS [MODE…]]]]` prints the score, the failed cases and the first
/// differences. With modes (see [ConformanceMode]) it runs all cases in each of them and prints those with other
/// results than in the first mode, whether they are expected or not.
final class ConformanceRun {

    /// Numbers of cases of one area.
    static final class Score {
        int passed;
        /// Number of cases that fail as listed in `conformance_misses.txt`.
        int expectedFailures;
        int total;
    }

    /// Number of traces processed in parallel. More would not be faster on the machines on which this runs, and
    /// each needs memory.
    private static final int THREADS = 2;

    final Map<String, Score> scores = new TreeMap<>();
    /// Cases that fail unexpectedly: area, id and reason.
    final List<String> misses = new ArrayList<>();
    /// Ids of cases that fail as expected.
    final List<String> expectedFailures = new ArrayList<>();
    /// Results of the cases by id; error messages of those that failed.
    private final Map<String, String> results = new TreeMap<>();
    private final KnownDifferences knownDifferences;
    private final PrintStream out;
    private final ConformanceMode mode;
    /// Number of failed cases whose differences are still to be printed.
    private int remainingDiffs;

    ConformanceRun(PrintStream out, int diffs) throws IOException {
        this(out, diffs, ConformanceMode.PLAIN);
    }

    ConformanceRun(PrintStream out, int diffs, ConformanceMode mode) throws IOException {
        this.mode = mode;
        knownDifferences = KnownDifferences.read();
        this.out = out;
        this.remainingDiffs = diffs;
    }

    void run(List<ConformanceCase> cases, Predicate<ConformanceCase> filter) throws IOException {
        Path empty = Files.createTempFile("traceglass-empty-", ".trace");
        try {
            Map<ConformanceCase.Source, List<ConformanceCase>> bySource = new LinkedHashMap<>();
            for (ConformanceCase c : cases) {
                if (filter.test(c)) {
                    Path file = c.trace() == null ? empty : c.trace();
                    bySource.computeIfAbsent(
                                    new ConformanceCase.Source(file, c.source().packets()), _ -> new ArrayList<>())
                            .add(c);
                }
            }
            // The largest traces come first, so that neither thread waits long for the other at the end.
            List<ConformanceCase.Source> traces = new ArrayList<>(bySource.keySet());
            traces.sort(Comparator.comparingLong(
                    (ConformanceCase.Source t) -> -t.file().toFile().length()));
            try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
                for (ConformanceCase.Source trace : traces) {
                    pool.execute(() -> runTrace(trace, bySource.get(trace)));
                }
            }
        } finally {
            Files.delete(empty);
        }
        misses.sort(Comparator.naturalOrder());
    }

    private void runTrace(ConformanceCase.Source trace, List<ConformanceCase> cases) {
        try (TraceStore store = mode.open(trace.file(), trace.packets())) {
            for (ConformanceCase c : cases) {
                try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, mode.library())) {
                    runCase(c, session);
                } catch (Exception e) {
                    miss(c, String.valueOf(e), null);
                }
            }
        } catch (TraceProblem e) {
            for (ConformanceCase c : cases) {
                record(c, e.getMessage());
                if (c.expectsError() && e.getMessage().contains(c.expected().strip())) {
                    pass(c);
                } else {
                    miss(c, e.getMessage(), null);
                }
            }
        } catch (IOException | RuntimeException | StackOverflowError e) {
            for (ConformanceCase c : cases) {
                miss(c, "EXCEPTION " + e, null);
            }
            printTrace(e);
        }
    }

    private synchronized void printTrace(Throwable e) {
        if (remainingDiffs > 0) {
            e.printStackTrace(out);
        }
    }

    private static String csv(SqlSession session, String sql) throws IOException, SqlProblem {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CsvPrinter printer = new CsvPrinter(bytes);
        session.run(sql, printer);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void runCase(ConformanceCase c, SqlSession session) throws IOException {
        String actual;
        try {
            actual = csv(session, c.sql());
            record(c, actual);
            KnownDifferences.Kind kind = knownDifferences.kind(c);
            if (kind != null) {
                checkKnownDifference(c, kind, session, actual);
                return;
            }
        } catch (SqlProblem e) {
            record(c, e.describe());
            if (c.expectsError() && e.describe().contains(c.expected().strip())) {
                pass(c);
            } else {
                miss(c, "SQL: " + e.describe().lines().findFirst().orElse(""), null);
            }
            return;
        }
        if (!c.expectsError() && c.isExpected(actual)) {
            pass(c);
        } else {
            miss(c, "differs", actual);
        }
    }

    private void checkKnownDifference(ConformanceCase c, KnownDifferences.Kind kind, SqlSession session, String actual)
            throws IOException, SqlProblem {
        if (c.isExpected(actual)) {
            miss(c, "has the result of the reference, but is listed in conformance_misses.txt", null);
        } else if (kind != KnownDifferences.Kind.DIFFERS
                && !c.isExpected(csv(session, KnownDifferences.narrow(c.sql())))) {
            miss(c, "differs in more than the slices and events that the reference leaves out", actual);
        } else {
            failAsExpected(c);
        }
    }

    private synchronized void record(ConformanceCase c, String result) {
        results.put(c.id(), result);
    }

    /// Returns the cases that have another result in another run, each with the first line that differs.
    List<String> differences(ConformanceRun other) {
        List<String> differences = new ArrayList<>();
        Set<String> ids = new TreeSet<>(results.keySet());
        ids.addAll(other.results.keySet());
        for (String id : ids) {
            List<String> lines = results.getOrDefault(id, "(exception)").lines().toList();
            List<String> otherLines =
                    other.results.getOrDefault(id, "(exception)").lines().toList();
            for (int i = 0; i < Math.max(lines.size(), otherLines.size()); i++) {
                String line = i < lines.size() ? lines.get(i) : "(nothing)";
                String otherLine = i < otherLines.size() ? otherLines.get(i) : "(nothing)";
                if (!line.equals(otherLine)) {
                    differences.add(id + ", line " + (i + 1) + ": " + line + " or " + otherLine);
                    break;
                }
            }
        }
        return differences;
    }

    private synchronized void failAsExpected(ConformanceCase c) {
        score(c).total++;
        score(c).expectedFailures++;
        expectedFailures.add(c.id());
    }

    private Score score(ConformanceCase c) {
        return scores.computeIfAbsent(c.area(), a -> new Score());
    }

    private synchronized void pass(ConformanceCase c) {
        score(c).total++;
        score(c).passed++;
    }

    private synchronized void miss(ConformanceCase c, String reason, String actual) {
        score(c).total++;
        misses.add(c.area() + "  " + c.id() + "  " + reason);
        if (remainingDiffs-- > 0) {
            out.println("--- " + c.id() + " ("
                    + (c.trace() == null ? "no trace" : c.trace().getFileName()) + ") " + reason + "\n"
                    + c.sql().strip());
            if (actual != null) {
                printDifference(ConformanceCase.lines(c.expected()), ConformanceCase.lines(actual));
            }
        }
    }

    private void printDifference(List<String> expected, List<String> actual) {
        int printed = 0;
        for (int i = 0; i < Math.max(expected.size(), actual.size()) && printed < 12; i++) {
            String expectedLine = i < expected.size() ? expected.get(i) : "(nothing)";
            String actualLine = i < actual.size() ? actual.get(i) : "(nothing)";
            if (!expectedLine.equals(actualLine)) {
                out.println("  expected " + expectedLine + "\n       got " + actualLine);
                printed++;
            }
        }
        out.println("  " + expected.size() + " lines expected, " + actual.size() + " got");
    }

    void printScore() {
        int passed = 0;
        int total = 0;
        for (Map.Entry<String, Score> e : scores.entrySet()) {
            out.printf(
                    "%5d / %5d  %s%s%n",
                    e.getValue().passed,
                    e.getValue().total,
                    e.getKey(),
                    e.getValue().expectedFailures == 0
                            ? ""
                            : " (" + e.getValue().expectedFailures + " failed as expected)");
            passed += e.getValue().passed;
            total += e.getValue().total;
        }
        out.printf("%5d / %5d%n", passed, total);
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        String area = args.length > 1 ? args[1] : "";
        String id = args.length > 2 ? args[2] : "";
        int diffs = args.length > 3 ? Integer.parseInt(args[3]) : 0;
        List<ConformanceCase> cases = ConformanceCase.all(folder);
        Predicate<ConformanceCase> filter =
                c -> c.area().matches(".*(" + area + ").*") && c.id().matches(".*(" + id + ").*");
        List<String> modes = args.length > 4 ? List.of(args).subList(4, args.length) : List.of("");
        ConformanceRun first = null;
        for (String text : modes) {
            long start = System.nanoTime();
            try (ConformanceMode mode = ConformanceMode.parse(text)) {
                ConformanceRun run = new ConformanceRun(System.out, diffs, mode);
                run.run(cases, filter);
                System.out.println("mode: " + (text.isEmpty() ? "plain" : text));
                if (first == null) {
                    first = run;
                    run.misses.forEach(System.out::println);
                } else {
                    first.differences(run).forEach(d -> System.out.println("differs: " + d));
                }
                run.printScore();
                System.out.printf("%.0f s%n", (System.nanoTime() - start) / 1e9);
            }
        }
    }
}
