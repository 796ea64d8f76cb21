package traceglass.app.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Checks that the small traces of the AOT training run are imported in the intended formats; otherwise the AOT cache
/// would lack the classes that later traces of these formats need.
class TrainingTracesTest {

    @TempDir
    private Path folder;

    private static long count(Connection c, String sql) throws SQLException {
        try (Statement s = c.createStatement();
                ResultSet rows = s.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void eachTraceIsImportedWithTheContentOfItsFormat() throws IOException, TraceProblem, SQLException {
        List<Path> traces = TrainingTraces.write(folder);
        assertEquals(3, traces.size());
        for (Path trace : traces) {
            try (TraceStore store = TraceOpener.open(
                                    trace, StoreOptions.uncached().withTempDir(folder), new ImportProgress())
                            .store();
                    Connection c = store.connection()) {
                assertTrue(count(c, "SELECT count(*) FROM slice") > 0, trace + " has no slices");
                assertTrue(count(c, "SELECT count(*) FROM counter") > 0, trace + " has no counters");
                assertTrue(
                        count(c, "SELECT count(*) FROM thread WHERE name IS NOT NULL") > 1, trace + " has no threads");
                if (trace.toString().endsWith("browser.pftrace")) {
                    assertTrue(count(c, "SELECT count(*) FROM flow") > 0);
                    assertTrue(count(
                                    c,
                                    "SELECT count(*) FROM slice WHERE category = 'cat' AND name = 'name' AND"
                                            + " thread_dur > 0")
                            > 2000);
                    assertEquals(
                            3,
                            count(
                                    c,
                                    "SELECT count(DISTINCT key) FROM args WHERE key IN ('training.kind',"
                                            + " 'debug.key.x', 'task.posted_from.file_name')"));
                    assertTrue(count(c, "SELECT count(*) FROM metadata WHERE name = 'cr-os'") == 1);
                } else if (trace.toString().endsWith("events.json")) {
                    assertTrue(count(c, "SELECT count(*) FROM flow") > 0);
                    assertTrue(count(c, "SELECT count(*) FROM args WHERE key = 'args.o.p'") > 0);
                } else {
                    assertEquals(2, count(c, "SELECT count(*) FROM sched_slice"));
                }
            }
        }
    }
}
