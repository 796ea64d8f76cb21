package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.launch.SampleTrace;
import traceglass.app.panel.sql.saved.SnippetStore;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Tests saved queries and examples.
class ExamplesTest {

    @TempDir
    Path dir;

    @Test
    void eachExampleFindsRowsInTheSampleTrace() throws Exception {
        List<String> wrong = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(
                        SampleTrace.file(), StoreOptions.uncached().withTempDir(dir), new ImportProgress())
                .store()) {
            for (SnippetStore.Snippet example : SnippetStore.examples()) {
                long[] rows = {0};
                try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
                    session.run(
                            new SqlParameters(
                                            example.sql(),
                                            SelectedValues.of(
                                                    traceglass.analysis.select.Selection.NONE, store.bounds()))
                                    .text(),
                            cursor -> {
                                while (cursor.next()) {
                                    rows[0]++;
                                }
                            });
                } catch (SqlProblem e) {
                    wrong.add(example.name() + ": " + e.describe());
                }
                if (rows[0] == 0) {
                    wrong.add(example.name() + " finds nothing");
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(SnippetStore.examples().size() >= 12);
    }

    @Test
    void savedQueriesAreRestored() throws Exception {
        Path file = dir.resolve("sql-snippets.sql");
        SnippetStore store = new SnippetStore(file);
        store.save("Mine", "SELECT 1;\n--@ looks like a mark\nSELECT 2");
        store.save("Another  one", "SELECT 3");
        store.save("mine", "SELECT 4");
        store.delete(store.all().getFirst());
        for (int i = 0;
                i < 200
                        && (!Files.exists(file)
                                || !Files.readString(file).contains("SELECT 4")
                                || Files.readString(file).contains("SELECT 3"));
                i++) {
            Thread.sleep(20);
        }
        List<SnippetStore.Snippet> saved = new SnippetStore(file)
                .all().stream().filter(SnippetStore.Snippet::isOwn).toList();
        assertEquals(List.of(new SnippetStore.Snippet("mine", "SELECT 4", true)), saved);
    }

    @Test
    void queriesMayHaveLinesThatLookLikeMarkers() {
        SnippetStore.Snippet tricky = new SnippetStore.Snippet("tricky", "SELECT 1;\n --@ no name\nSELECT 2", true);
        assertEquals(List.of(tricky), SnippetStore.parse(SnippetStore.format(List.of(tricky)), true));
        assertEquals(
                1,
                SnippetStore.parse(
                                SnippetStore.format(
                                        List.of(new SnippetStore.Snippet("tricky", "--@ a\nSELECT 2", true))),
                                true)
                        .size());
    }
}
