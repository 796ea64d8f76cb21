package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Runs the modules of a checkout of Perfetto's library, `src/trace_processor/perfetto_sql/stdlib`, whose folder is in
/// `TRACEGLASS_SQL_MODULES`; skipped if that is not set.
class CheckoutModulesTest {
    @TempDir
    Path dir;

    @Test
    void allModulesOfACheckoutRunOnAnEmptyTrace() throws Exception {
        String folder = System.getenv("TRACEGLASS_SQL_MODULES");
        Assumptions.assumeTrue(folder != null, "TRACEGLASS_SQL_MODULES is not set");
        Path root = Path.of(folder);
        List<String> modules = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.map(f -> root.relativize(f).toString().replace('\\', '/'))
                    .filter(f -> f.endsWith(".sql") && !f.startsWith("prelude/"))
                    .map(f -> f.substring(0, f.length() - ".sql".length()).replace('/', '.'))
                    .sorted()
                    .forEach(modules::add);
        }
        assertTrue(modules.size() > 200, () -> modules.size() + " modules");
        List<String> errors = new ArrayList<>();
        try (TraceStore store = StoreWriter.start(
                                new TraceStorage(), StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary(List.of(root)))) {
            for (String module : modules) {
                try {
                    session.run("INCLUDE PERFETTO MODULE " + module, cursor -> {});
                } catch (SqlProblem e) {
                    errors.add(e.describe());
                }
            }
        }
        assertTrue(errors.isEmpty(), () -> String.join("\n", errors));
    }
}
