package traceglass.analysis.samples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;

class SampleChartTest {

    private static final String TABLES = """
        CREATE TABLE stack_profile_symbol(id BIGINT, symbol_set_id BIGINT, name VARCHAR);
        CREATE TABLE stack_profile_mapping(id BIGINT, name VARCHAR);
        CREATE TABLE stack_profile_frame(id BIGINT, name VARCHAR, deobfuscated_name VARCHAR, rel_pc BIGINT, mapping BIGINT, symbol_set_id BIGINT);
        CREATE TABLE stack_profile_callsite(id BIGINT, parent_id BIGINT, frame_id BIGINT);
        CREATE TABLE __intrinsic_profiler_sample(id BIGINT, ts BIGINT, source VARCHAR, callsite_id BIGINT, task_context_id BIGINT);
        CREATE TABLE __intrinsic_profiler_task_context(id BIGINT, utid BIGINT);
        """;

    /// More samples than the arrays hold at first: every tenth is in `leaf`, all are in `main`.
    @Test
    void aLongRecordingHasOneBoxForMainAndOneForEachCallInIt() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute(TABLES);
            s.execute("""
                INSERT INTO stack_profile_frame VALUES (0, 'main', NULL, 0, NULL, NULL), (1, 'leaf', NULL, 0, NULL, NULL);
                INSERT INTO stack_profile_callsite VALUES (0, NULL, 0), (1, 0, 1);
                INSERT INTO __intrinsic_profiler_task_context VALUES (0, 4), (1, 5);
                INSERT INTO __intrinsic_profiler_sample
                  SELECT i, 1000 + i * 10, 'it''s', CASE WHEN i % 10 = 9 THEN 1 ELSE 0 END, 0 FROM range(2000) AS t(i);
                INSERT INTO __intrinsic_profiler_sample VALUES (2000, 1005, 'it''s', 1, 1), (2001, 1006, 'other', 1, 0);
                """);
            SliceData chart = new SampleChart("it's", 4, 2).read(RowQueries.on(c), new SampleFrames.Holder(), 21_000);
            assertArrayEquals(new int[] {0, 1, 201}, chart.rowStart());
            assertEquals("main", chart.names()[chart.name()[0]]);
            assertEquals(1000, chart.ts()[0]);
            assertEquals(21_000, chart.end()[0]);
            for (int i = 0; i < 200; i++) {
                assertEquals("leaf", chart.names()[chart.name()[i + 1]]);
                assertEquals(1090 + 100 * i, chart.ts()[i + 1]);
                assertEquals(1100 + 100 * i, chart.end()[i + 1]);
                assertEquals(SampleRuns.id(9 + 10 * i, 1), chart.id()[i + 1]);
            }
        }
    }

    @Test
    void functionsWithoutSymbolsAreNamedAfterTheirModules() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute(TABLES);
            s.execute("""
                INSERT INTO stack_profile_mapping VALUES (0, '/usr/lib/libm.so.6'), (1, '/srv/orders');
                INSERT INTO stack_profile_frame VALUES (0, '', NULL, 16, 1, NULL), (1, '', NULL, 32, 0, NULL), (2, '', NULL, 0, NULL, NULL);
                INSERT INTO stack_profile_callsite VALUES (0, NULL, 0), (1, 0, 1), (2, 1, 2);
                INSERT INTO __intrinsic_profiler_task_context VALUES (0, 4);
                INSERT INTO __intrinsic_profiler_sample VALUES (0, 1000, 'perf', 2, 0);
                """);
            SliceData chart = new SampleChart("perf", 4, 3).read(RowQueries.on(c), new SampleFrames.Holder(), 2000);
            List<String> names = new ArrayList<>();
            for (int name : chart.name()) {
                names.add(chart.names()[name]);
            }
            assertEquals(List.of("unknown in orders", "unknown in libm.so.6", "unknown"), names);
        }
    }
}
