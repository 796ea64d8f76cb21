package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/// Tests the example queries.
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
}
