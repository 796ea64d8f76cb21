package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Runs every SQL example in the documentation on the sample trace, or on the small trace that the document names.
/// Queries in the cookbook must return rows.
class DocumentedSqlTest {

    private static final Path DOCUMENTS = Path.of("../../packaging/docs");
    private static final Path README = Path.of("../../README.md");
    private static final Path SAMPLE = Path.of("../../app/src/main/resources/traceglass/app/launch/sample.pftrace.gz");
    private static final String COOKBOOK = "cookbook.md";
    private static final int INVESTIGATIONS = 40;

    @TempDir
    Path folder;

    /// Result of an example.
    ///
    /// @param rows number of rows of the last statement that has a result
    /// @param problem why the example failed; empty if it did not
    private record Outcome(long rows, String problem) {}

    private static List<SqlExample> examples() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(README));
        try (Stream<Path> files = Files.list(DOCUMENTS)) {
            files.filter(f -> f.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        List<SqlExample> examples = new ArrayList<>();
        for (Path document : documents) {
            examples.addAll(SqlExample.of(document));
        }
        return examples;
    }

    @TestFactory
    Stream<DynamicTest> examplesRun() throws Exception {
        Map<String, List<SqlExample>> byTrace = examples().stream()
                .collect(Collectors.groupingBy(SqlExample::trace, LinkedHashMap::new, Collectors.toList()));
        Map<SqlExample, Outcome> outcomes = new LinkedHashMap<>();
        for (Map.Entry<String, List<SqlExample>> trace : byTrace.entrySet()) {
            StoreOptions options = StoreOptions.uncached().withTempDir(folder);
            try (TraceStore store = TraceOpener.open(file(trace.getKey()), options, new ImportProgress())
                    .store()) {
                for (SqlExample example : trace.getValue()) {
                    outcomes.put(example, run(store, example.sql()));
                }
            }
        }
        return outcomes.entrySet().stream()
                .map(o -> DynamicTest.dynamicTest(o.getKey().location(), () -> {
                    assertEquals("", o.getValue().problem(), o.getKey().location());
                    if (o.getKey().document().equals(COOKBOOK)) {
                        assertTrue(o.getValue().rows() > 0, o.getKey().location() + " returns no rows");
                    }
                }));
    }

    private Path file(String trace) throws IOException, URISyntaxException {
        if (trace.isEmpty()) {
            return SAMPLE;
        }
        Path cases = Path.of(DocumentedSqlTest.class.getResource("/cases").toURI());
        Path sql = cases.resolve(trace + ".sql");
        List<TraceCase> found = TraceCase.findIn(sql);
        Path file = folder.resolve(trace.replace('/', '-') + ".trace");
        return Files.write(file, CaseBytes.of(found.getFirst().trace()));
    }

    private static Outcome run(TraceStore store, String sql) throws IOException {
        long[] rows = {0};
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            session.run(sql, cursor -> {
                rows[0] = 0;
                while (cursor.next()) {
                    rows[0]++;
                }
            });
            return new Outcome(rows[0], "");
        } catch (SqlProblem e) {
            return new Outcome(0, e.describe());
        } catch (QueryException e) {
            return new Outcome(0, String.valueOf(e.getMessage()));
        }
    }

    @Test
    void theCookbookHasFortyInvestigations() throws IOException {
        List<String> questions = SqlExample.of(DOCUMENTS.resolve(COOKBOOK)).stream()
                .map(SqlExample::heading)
                .distinct()
                .toList();
        assertTrue(questions.size() >= INVESTIGATIONS, questions.size() + " investigations: " + questions);
    }

    @Test
    void findsABlockWithItsHeadingAndTrace() {
        List<SqlExample> examples = SqlExample.of("page.md", """
            # Page
            ## First
            ```sh
            # not a heading
            ```
            <!-- trace: modules/start -->
            ```sql
            SELECT 1;
            ```
            <!-- trace: modules/calls -->
            Text between.
            ```sql
            SELECT 2;
            ```
            <!-- not run: queries a fleet -->
            ```sql
            SELECT 3;
            ```
            """);
        assertEquals(
                List.of(
                        new SqlExample("page.md", 7, "First", "modules/start", "SELECT 1;"),
                        new SqlExample("page.md", 12, "First", "", "SELECT 2;")),
                examples);
    }
}
