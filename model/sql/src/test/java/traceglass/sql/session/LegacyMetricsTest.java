package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.modules.LegacyMetrics;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;

class LegacyMetricsTest {
    /// Tables named in the messages.
    private static final Set<String> TABLES = Set.of("args", "counter", "metadata", "slice", "stats");

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void metricsCreateViewsAndMayRunTwice() throws Exception {
        session.print("SELECT RUN_METRIC('android/cpu_info.sql'); SELECT RUN_METRIC('android/cpu_info.sql')");
        assertEquals("0,\"little\"\n1,\"big\"\n2,\"bigger\"", session.rows("SELECT * FROM cluster_core_type"));
    }

    @Test
    void parametersAreInserted() throws Exception {
        session.print("""
            INSERT INTO slice(id, ts, dur, name, track_id, depth) VALUES
              (10, 100, 20, 'HwcValidateDisplay 1', 7, 0), (11, 130, 30, 'HwcPresentDisplay 1', 7, 0),
              (12, 200, 40, 'HwcPresentOrValidateDisplay', 7, 0), (13, 300, 5, 'HwcPresentOrValidateDisplay', 7, 0);
            SELECT RUN_METRIC('android/composer_execution.sql', 'output', 'work');
            """);
        assertEquals(
                "10,\"1\",50,\"separated_validation\"\n"
                        + "12,\"unspecified\",40,\"skipped_validation\"\n"
                        + "13,\"unspecified\",5,\"skipped_validation\"",
                session.rows("SELECT * FROM work ORDER BY id"));
    }

    @Test
    void functionsThatRunAMetricAreStatements() throws Exception {
        session.print("""
            INSERT INTO slice(id, ts, dur, name, track_id, depth) VALUES
              (10, 100, 20, 'HwcValidateDisplay 1', 7, 0), (11, 130, 30, 'HwcPresentDisplay 1', 7, 0);
            CREATE PERFETTO TABLE names AS SELECT 'work' AS name;
            CREATE PERFETTO FUNCTION run_to(suffix STRING) RETURNS STRING AS
            SELECT RUN_METRIC('android/composer_execution.sql', 'output', (SELECT name || $suffix FROM names));
            CREATE PERFETTO FUNCTION run_it() RETURNS STRING AS SELECT run_to('_a');
            SELECT run_it() AS suppress_query_output; SELECT RUN_TO('_' || 'b')
            """);
        assertEquals("2", session.rows("SELECT (SELECT count(*) FROM work_a) + (SELECT count(*) FROM work_b)"));
        session.print("CREATE PERFETTO FUNCTION run_c() RETURNS STRING AS SELECT run_to('_c') AS done;"
                + " SELECT run_c() done");
        assertEquals("1", session.rows("SELECT count(*) FROM work_c"));
        for (String wrong : List.of(
                "SELECT run_to(NULL)",
                "SELECT run_to()",
                "SELECT run_to('c'), 1",
                "SELECT 1 WHERE run_to('c') IS NULL")) {
            String message = assertThrows(SqlProblem.class, () -> session.print(wrong), wrong)
                    .getMessage();
            assertTrue(message.contains("run_to") || message.contains("is NULL"), message);
        }
        session.print("CREATE OR REPLACE PERFETTO FUNCTION run_to(x LONG) RETURNS LONG AS SELECT $x + 1");
        assertEquals("5", session.rows("SELECT run_to(4)"));
    }

    @Test
    void unavailableMetricsListModulesWithTheSameData() {
        assertEquals(
                "metric android_startup is not available. Modules with the same data: INCLUDE PERFETTO MODULE"
                        + " android.startup.startups; INCLUDE PERFETTO MODULE android.startup.startup_breakdowns; INCLUDE"
                        + " PERFETTO MODULE android.startup.time_to_display",
                message("android/android_startup.sql"));
        assertEquals(
                "metric trace_metadata is not available. The table metadata has the same data",
                message("trace_metadata.sql"));
        assertTrue(message("android/startup/slow_start_reasons.sql").contains("android.startup.startup_breakdowns"));
        assertTrue(message("experimental/no_such.sql").contains("traceglass summarize"));
        assertTrue(message("../prelude.sql").startsWith("metric prelude is not available"));
    }

    @Test
    void allListedModulesExist() throws Exception {
        List<String> known = new ModuleLibrary().names();
        List<String> missing = new ArrayList<>();
        try (InputStream in = LegacyMetrics.class.getResourceAsStream("metrics/modules.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                for (String module : line.startsWith("#") ? new String[0] : line.split(" +", 2)[1].split(", ")) {
                    if (!TABLES.contains(module) && !known.contains(module)) {
                        missing.add(module);
                    }
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    private String message(String metric) {
        return assertThrows(SqlProblem.class, () -> session.rows("SELECT RUN_METRIC('" + metric + "')"))
                .getMessage();
    }
}
