package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.SqlProblem;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests functions that published modules call under intrinsic names, and the tables that they read.
class IntrinsicFunctionsTest {
    @TempDir
    static Path dir;

    private static TraceStore store;
    private SqlSession session;

    @BeforeAll
    static void writeStore() throws Exception {
        TraceStorage storage = new TraceStorage();
        Table paths = storage.table("experimental_proto_path");
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null);
        for (String[] path : new String[][] {{null, ".Trace"}, {"packet", ".TracePacket"}}) {
            int row = paths.addRow();
            if (row > 0) {
                paths.ints("parent_id").set(row, row - 1);
            }
            paths.strings("field_type").set(row, storage.strings().intern(path[1]));
            if (path[0] != null) {
                paths.strings("field_name").set(row, storage.strings().intern(path[0]));
            }
        }
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        mappings.strings("name").set(mappings.addRow(), storage.strings().intern("/data/app/base.odex"));
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        for (String name : new String[] {"main", "work"}) {
            int frame = frames.addRow();
            frames.strings("name").set(frame, storage.strings().intern(name));
            frames.ints("mapping").set(frame, 0);
            int callsite = callsites.addRow();
            callsites.ints("frame_id").set(callsite, frame);
            callsites.ints("depth").set(callsite, callsite);
            if (callsite > 0) {
                callsites.ints("parent_id").set(callsite, callsite - 1);
            }
        }
        addHeaps(storage);
        store = writer.finish();
    }

    private static void addHeaps(TraceStorage storage) {
        Table values = storage.table("__intrinsic_heap_graph_object_data");
        Table arrays = storage.table("__intrinsic_heap_graph_array");
        Object[][] contents = {
            {"int", new byte[] {5, 0, 0, 0, -2, -1, -1, -1}},
            {"long", new byte[] {0, 0, 0, 0, 0, 0, 0, -128}},
            {"char", new byte[] {97, 0}},
            {"boolean", new byte[] {1, 0}},
            {"float", new byte[] {0, 0, -64, 63, 0, 0, -128, 127}}
        };
        for (Object[] array : contents) {
            int row = arrays.addRow();
            arrays.blobs("data").set(row, (byte[]) array[1]);
            values.addRow();
            values.strings("array_element_type").set(row, storage.strings().intern((String) array[0]));
            values.longs("array_data_id").set(row, row);
        }
        Table classes = storage.table("__intrinsic_heap_graph_class");
        classes.strings("name").set(classes.addRow(), storage.strings().intern("java.lang.String"));
        Table objects = storage.table("__intrinsic_heap_graph_object");
        for (int i = 0; i < 2; i++) {
            int row = objects.addRow();
            objects.ints("upid").set(row, i + 1);
            objects.longs("graph_sample_ts").set(row, 100L * (i + 1L));
            objects.longs("self_size").set(row, 10L + 20L * i);
            objects.longs("native_size").set(row, 0);
            objects.ints("reachable").set(row, 1);
            objects.ints("type_id").set(row, 0);
            objects.strings("root_type").set(row, storage.strings().intern("ROOT_JAVA_FRAME"));
        }
    }

    @AfterAll
    static void closeStore() {
        store.close();
    }

    @BeforeEach
    void open() throws Exception {
        session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    private String rows(String sql) throws SqlProblem {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.run(sql, new CsvPrinter(out));
        String text = out.toString(StandardCharsets.UTF_8);
        return text.substring(text.indexOf('\n') + 1).strip();
    }

    @Test
    void hardwareTracesAreRejectedWithAReason() {
        for (String call : new String[] {"__intrinsic_etm_decode_chunk(7)", "_linux_perf_etm_metadata(7)"}) {
            SqlProblem problem = assertThrows(
                    SqlProblem.class, () -> rows("INCLUDE PERFETTO MODULE linux.perf.etm; SELECT * FROM " + call));
            assertTrue(
                    problem.getMessage().startsWith("hardware traces (ETM) are not decoded: chunk 7 can't be read"),
                    problem::getMessage);
        }
    }

    @Test
    void protoPathsAreReturnedAsFramesAndStacks() throws Exception {
        assertEquals(
                "\"'\\x0A\\x0E\\x0A\\x0C.TracePacket\\x0A\\x08\\x0A\\x06packet'\"",
                rows("SELECT '''' || CAST(experimental_proto_path_to_frame(1) AS VARCHAR) || ''''"));
        assertEquals("1", rows("""
            INCLUDE PERFETTO MODULE proto_path.proto_path;
            SELECT _proto_path_to_stack(1) = cat_stacks(experimental_proto_path_to_frame(0), experimental_proto_path_to_frame(1))
            """));
        assertEquals("\"[NULL]\"", rows("SELECT experimental_proto_path_to_frame(99)"));
    }

    @Test
    void stacksOfCallsitesMayIncludeTheExecutionMode() throws Exception {
        assertEquals("1,1,1,1", rows("""
            SELECT
              stack_from_stack_profile_callsite(1) = cat_stacks('main', 'work'),
              stack_from_stack_profile_callsite(1, 0) = cat_stacks('main', 'work'),
              stack_from_stack_profile_callsite(1, 1) = cat_stacks('main [aot]', 'work [aot]'),
              stack_from_stack_profile_callsite(1, NULL) IS NULL
            """));
        assertEquals("1", rows("SELECT stack_from_stack_profile_frame(1) = cat_stacks('work')"));
    }

    @Test
    void arraysOfAHeapDumpAreReturnedAsBytesAndAsJson() throws Exception {
        assertEquals(
                "\"[5,-2]\"\n\"[\"-9223372036854775808\"]\"\n\"[97]\"\n\"[true,false]\"\n\"[1.5,null]\"",
                rows("SELECT __intrinsic_heap_graph_array_json(array_data_id) FROM heap_graph_object_data ORDER BY"
                        + " id"));
        assertEquals(
                "8,\"05000000FEFFFFFF\"",
                rows("SELECT length(__intrinsic_heap_graph_array(0)), hex(__intrinsic_heap_graph_array(0))"));
        assertEquals(
                "\"[NULL]\",\"[NULL]\"",
                rows("SELECT __intrinsic_heap_graph_array(99), __intrinsic_heap_graph_array_json(NULL)"));
    }

    @Test
    void flameGraphsOfHeapsAcceptColumnsAsArguments() throws Exception {
        assertEquals("1,10,10\n2,30,30", rows("""
            SELECT o.upid, sum(o.self_size), (
              SELECT sum(cumulative_size)
              FROM experimental_flamegraph('graph', o.graph_sample_ts, NULL, o.upid, NULL, NULL)
              WHERE depth = 0) AS total
            FROM heap_graph_object AS o
            GROUP BY o.upid, o.graph_sample_ts
            """));
        assertEquals(
                "30",
                rows("SELECT f.size FROM experimental_flamegraph('graph', 200, NULL, 2, NULL, NULL) AS f WHERE"
                        + " depth = 0"));
    }

    @Test
    void aFunctionPassesItsParameterToAFlameGraph() throws Exception {
        rows("CREATE PERFETTO FUNCTION heap(u LONG) RETURNS TABLE(size LONG) AS"
                + " SELECT size FROM experimental_flamegraph('graph', $u * 100, NULL, $u, NULL, NULL) WHERE depth = 0");
        assertEquals("10", rows("SELECT size FROM heap(1)"));
        assertEquals("30", rows("SELECT size FROM heap(2)"));
    }

    @Test
    void invalidTimesOfAFlameGraphAreReported() {
        for (String times : new String[] {">=ten", ">", "100", "<99999999999999999999", ">=0,<x"}) {
            Exception e = assertThrows(
                    Exception.class,
                    () -> rows("SELECT * FROM experimental_flamegraph('perf', NULL, '" + times + "', 1, NULL, NULL)"));
            assertTrue(e.getMessage().contains("ts_constraint must consist of"), e.getMessage());
        }
    }

    @Test
    void powerOfACoreIsCoefficientTimesFrequencyTimesSquaredVoltage() throws Exception {
        // 650 uW per MHz and V^2, 2802 MHz, 1.05625 V.
        assertEquals("2031.960000", rows("""
            SELECT round(active, 2) FROM __intrinsic_wattson_curves_cpu_1d()
            WHERE device = 'Tensor' AND policy = 6 AND freq_khz = 2802000
            """));
        assertEquals("42,1", rows("""
            SELECT count(*), min(active > less) FROM (
              SELECT active, lag(active, 1, 0) OVER (PARTITION BY policy ORDER BY freq_khz) AS less
              FROM __intrinsic_wattson_curves_cpu_1d())
            """));
        for (String curves : new String[] {"cpu_2d", "gpu", "l3", "tpu"}) {
            assertEquals("0", rows("SELECT count(*) FROM __intrinsic_wattson_curves_" + curves + "()"));
        }
    }

    @Test
    void tablesMayBeCalledAndFunctionsQualifyTheirColumns() throws Exception {
        assertEquals(
                "5", rows("CREATE PERFETTO TABLE idle AS SELECT 5 AS state; SELECT state FROM idle() WHERE state > 4"));
        assertEquals("6\n7", rows("""
            CREATE PERFETTO FUNCTION beyond(a LONG) RETURNS TABLE(x LONG) AS SELECT $a + 1 AS x UNION SELECT $a + 2;
            SELECT beyond.x FROM beyond(5) ORDER BY beyond.x
            """));
        assertEquals("8", rows("""
            CREATE PERFETTO FUNCTION outer_call(a LONG) RETURNS LONG AS SELECT max(beyond.x) FROM beyond($a) WHERE beyond.x > 0;
            SELECT outer_call(6)
            """));
    }

    @Test
    void theTableOfTraceFilesIsPublic() throws Exception {
        assertEquals(
                "\"id\",\"parent_id\",\"name\",\"size\",\"trace_type\",\"processing_order\",\"is_container\"",
                header("SELECT * FROM trace_file"));
    }

    private String header(String sql) throws SqlProblem {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.run(sql, new CsvPrinter(out));
        return out.toString(StandardCharsets.UTF_8).strip();
    }
}
