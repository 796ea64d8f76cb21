package traceglass.ingest.v8files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ProfileImportersTest {

    private static final String CPU = """
        {"nodes":[
         {"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"children":[2,5,6]},
         {"id":2,"callFrame":{"functionName":"main","url":"file:///a.js","lineNumber":0},"children":[3]},
         {"id":3,"callFrame":{"functionName":"","url":"file:///a.js","lineNumber":9}},
         {"id":5,"callFrame":{"functionName":"(idle)","url":"","lineNumber":-1}},
         {"id":6,"callFrame":{"functionName":"(garbage collector)","url":"","lineNumber":-1}}],
         "startTime":1000,"endTime":2000,"samples":[2,3,5,99,6,3],"timeDeltas":[100,50,200,10,-20,70]}
        """;
    private static final String OLD = """
        {"head":{"functionName":"(root)","url":"","lineNumber":0,"children":[
          {"functionName":"f","url":"a.js","lineNumber":3,"children":[
            {"functionName":"g","url":"a.js","lineNumber":5,"children":[],"id":3,"hitCount":1}],"id":2}],"id":1},
         "startTime":10.5,"endTime":10.6,"samples":[3,2],"timestamps":[10500100,10500400]}
        """;
    private static final String HEAP = """
        {"head":{"callFrame":{"functionName":"(root)"},"selfSize":8,"id":1,"children":[
          {"callFrame":{"functionName":"f","url":"a.js","lineNumber":3},"selfSize":0,"id":2,"children":[
            {"callFrame":{"functionName":"g"},"selfSize":100,"id":3,"children":[]}]}]},"samples":[]}
        """;

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isCpu(String text) {
        return new CpuProfileImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isHeap(String text) {
        return new HeapProfileImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the time and stack of each sample, innermost function first.
    private static String samples(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_profiler_sample");
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < samples.rowCount(); i++) {
            out.append(samples.longs("ts").get(i));
            for (int site = samples.ints("callsite_id").get(i);
                    site != IntColumn.NULL;
                    site = sites.ints("parent_id").get(site)) {
                out.append(' ')
                        .append(storage.strings()
                                .get(frames.strings("name")
                                        .get(sites.ints("frame_id").get(site))));
            }
            out.append(", ");
        }
        return out.toString();
    }

    @Test
    void distinguishesCpuAndHeapProfiles() {
        assertTrue(isCpu(CPU));
        assertTrue(isCpu(OLD));
        assertTrue(isCpu(CPU.substring(0, 80)));
        assertTrue(isHeap(HEAP));
        assertFalse(isHeap(CPU));
        assertFalse(isHeap(OLD));
        assertFalse(isCpu(HEAP));
        assertFalse(isCpu("{\"snapshot\":{},\"nodes\":[1,2],\"edges\":[]}"));
        assertFalse(isCpu("{\"nodes\":[{\"id\":1}]}"));
    }

    @Test
    void addsDeltasAndLeavesOutIdleTime() throws Exception {
        TraceStorage storage = read(CPU);
        // A sample with a negative delta gets the previous sample's time; the next one continues from the sum.
        assertEquals(
                "100000 main, 150000 (anonymous) main, 360000 (garbage collector), 410000 (anonymous) main, ",
                samples(storage));
        assertEquals(1, stat(storage, "v8_profile_invalid_sample"));
        Table symbols = storage.table("__intrinsic_stack_profile_symbol");
        assertEquals(
                "file:///a.js",
                storage.strings().get(symbols.strings("source_file").get(0)));
        assertEquals(1, symbols.longs("line_number").get(0));
    }

    @Test
    void readsTheOldFormat() throws Exception {
        assertEquals("100000 g f, 400000 f, ", samples(read(OLD)));
    }

    @Test
    void readsNodesThatNameTheirParents() throws Exception {
        assertEquals(
                "5000 b a, ",
                samples(
                        read(
                                "{\"startTime\":0,\"nodes\":[{\"id\":2,\"parent\":1,\"callFrame\":{\"functionName\":\"b\"}},"
                                        + "{\"id\":1,\"callFrame\":{\"functionName\":\"a\"}}],\"samples\":[2],\"timeDeltas\":[5]}")));
    }

    @Test
    void breaksCycles() throws Exception {
        TraceStorage storage = read(
                "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"},\"children\":[2]},"
                        + "{\"id\":2,\"callFrame\":{\"functionName\":\"b\"},\"children\":[1]}],\"samples\":[2],\"timeDeltas\":[5]}");
        assertEquals(1, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(1, stat(storage, "v8_profile_invalid_node"));
    }

    @Test
    void aggregatesProfilesWithoutTimes() throws Exception {
        TraceStorage storage =
                read("{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"a\"},\"hitCount\":7}],\"startTime\":1}");
        assertEquals(
                7,
                storage.table("__intrinsic_aggregate_sample").doubles("value").get(0));
    }

    @Test
    void readsHeapProfiles() throws Exception {
        TraceStorage storage = read(HEAP);
        Table samples = storage.table("__intrinsic_aggregate_sample");
        assertEquals(2, samples.rowCount());
        assertEquals(8, samples.doubles("value").get(0));
        assertEquals(100, samples.doubles("value").get(1));
    }

    @Test
    void readsThousandsOfLevels() throws Exception {
        StringBuilder text = new StringBuilder("{\"head\":");
        for (int i = 0; i < 20_000; i++) {
            text.append("{\"callFrame\":{\"functionName\":\"f\"},\"selfSize\":1,\"id\":")
                    .append(i)
                    .append(",\"children\":[");
        }
        TraceStorage storage = read(text + "]}".repeat(20_000) + "}");
        assertEquals(20_000, storage.table("__intrinsic_aggregate_sample").rowCount());
        assertEquals(0, stat(storage, "v8_file_truncated"));
    }

    @Test
    void survivesDamage() throws Exception {
        TraceStorage truncated = read(CPU.substring(0, CPU.indexOf(",70]")));
        assertEquals(1, stat(truncated, "v8_file_truncated"));
        assertEquals(4, truncated.table("__intrinsic_profiler_sample").rowCount());
        for (String text : new String[] {CPU, OLD, HEAP}) {
            DamagedFile.assertSurvives(text.getBytes(StandardCharsets.UTF_8), text.length());
        }
    }
}
