package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class JsonStacksTest {

    private static final String FRAMES = """
        "stackFrames":{"5":{"category":"lib","name":"main"},"7":{"category":"lib","name":"work","parent":5},
         "a":{"name":"leaf","parent":"7"},"x":{"name":"round","parent":"y"},"y":{"name":"about","parent":"x"}}\
        """;

    @TempDir
    Path folder;

    private TraceStorage storage;

    private void read(String json) throws Exception {
        Path file = folder.resolve("trace.json");
        Files.writeString(file, json, StandardCharsets.UTF_8);
        storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
    }

    private String text(Table t, String column, int row) {
        return storage.strings().get(t.strings(column).get(row));
    }

    /// Returns the names of the frames of a callsite, outermost first.
    private String stack(Table t, String column, int row) {
        if (t.ints(column).isNull(row)) {
            return "none";
        }
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        List<String> names = new ArrayList<>();
        int site = t.ints(column).get(row);
        for (int depth = sites.ints("depth").get(site); ; depth--) {
            assertEquals(depth, sites.ints("depth").get(site));
            names.addFirst(text(frames, "name", sites.ints("frame_id").get(site)));
            if (sites.ints("parent_id").isNull(site)) {
                return String.join(">", names);
            }
            site = sites.ints("parent_id").get(site);
        }
    }

    private List<String> stacksOfSlices() {
        Table t = storage.table("__intrinsic_track_event_callstacks");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(t.ints("slice_id").get(i) + " " + stack(t, "callsite_id", i) + " "
                    + stack(t, "end_callsite_id", i));
        }
        return rows;
    }

    private List<String> samples() {
        Table t = storage.table("__intrinsic_profiler_sample");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(t.longs("ts").get(i) + " " + text(t, "source", i) + " " + stack(t, "callsite_id", i));
        }
        return rows;
    }

    private long failures() {
        Table t = storage.table("__intrinsic_stats");
        long sum = 0;
        for (int i = 0; i < t.rowCount(); i++) {
            sum += "json_parser_failure".equals(text(t, "name", i))
                    ? t.longs("value").get(i)
                    : 0;
        }
        return sum;
    }

    @Test
    void slicesReferToStacksByTheInnermostFrame() throws Exception {
        String events = """
            "traceEvents":[{"ph":"X","name":"s","ts":1,"dur":9,"pid":1,"tid":1,"sf":"a","esf":7},
             {"ph":"B","name":"s","ts":2,"pid":1,"tid":2,"sf":5},{"ph":"E","ts":3,"pid":1,"tid":2,"sf":"7"}]\
            """;
        for (String json : List.of("{" + FRAMES + "," + events + "}", "{" + events + "," + FRAMES + "}")) {
            read(json);
            assertEquals(
                    List.of("0 main>work>leaf none", "0 none main>work", "1 main none", "1 none main>work"),
                    stacksOfSlices());
            assertEquals(0, failures());
        }
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        assertEquals("lib", text(mappings, "name", 0));
    }

    @Test
    void inlineStacksHaveTheOutermostFrameFirst() throws Exception {
        read("""
            [{"ph":"X","name":"s","ts":1,"dur":9,"pid":1,"tid":1,"stack":["0x1","f"],"estack":["0x1"]}]\
            """);
        assertEquals(List.of("0 0x1>f none", "0 none 0x1"), stacksOfSlices());
    }

    @Test
    void systemWideAndThreadSamplesHaveStacks() throws Exception {
        read("""
            {"traceEvents":[{"ph":"P","name":"cpu","ts":4,"pid":1,"tid":3,"sf":7}],
             "samples":[{"cpu":2,"tid":3,"ts":8.5,"name":"cycles:HG","sf":"a","weight":1},{"cpu":0,"tid":9,"ts":7,"sf":5}, 3, {"tid":1}],\
            """ + FRAMES + "}");
        assertEquals(List.of("4000 json main>work", "7000 json main", "8500 json main>work>leaf"), samples());
        assertEquals(2, failures());
        Table tasks = storage.table("__intrinsic_profiler_task_context");
        assertEquals(3, tasks.rowCount());
        Table executions = storage.table("__intrinsic_profiler_execution_context");
        assertEquals(2, executions.rowCount());
    }

    /// Hermes writes numbers as strings.
    @Test
    void samplesMayHaveNumbersAsStrings() throws Exception {
        read("""
            {"traceEvents":[{"ph":"M","name":"thread_name","ts":"7","pid":1,"tid":"76","args":{"name":"js"}}],
             "samples":[{"cpu":"-1","name":"","ts":"8.5","pid":1,"tid":"76","weight":"1","sf":"a"},
              {"cpu":"-1","ts":"9","pid":1,"tid":"76","sf":7},{"ts":"soon","tid":"76","sf":7}],\
            """ + FRAMES + "}");
        assertEquals(List.of("8500 json main>work>leaf", "9000 json main>work"), samples());
        assertEquals(1, failures());
        Table tasks = storage.table("__intrinsic_profiler_task_context");
        assertEquals(
                76,
                storage.table("__intrinsic_thread")
                        .longs("tid")
                        .get(tasks.ints("utid").get(0)));
    }

    /// Clang writes empty thread names.
    @Test
    void ignoresEmptyThreadNames() throws Exception {
        read("""
            [{"ph":"M","name":"thread_name","pid":1,"tid":76,"args":{"name":""}},{"ph":"X","name":"s","ts":1,"dur":1,"pid":1,"tid":76}]
            """);
        assertEquals(0, failures());
    }

    @Test
    void missingAndCyclicFramesAreCounted() throws Exception {
        read("{" + FRAMES + """
            ,"traceEvents":[{"ph":"X","name":"s","ts":1,"dur":9,"pid":1,"tid":1,"sf":"nobody"},
             {"ph":"X","name":"s","ts":2,"dur":1,"pid":1,"tid":1,"sf":"x"}]}\
            """);
        assertEquals(2, failures());
        assertEquals(List.of("1 about>round none"), stacksOfSlices());
    }
}
