package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.perfetto.Rows;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class JsonImporterTest {

    @TempDir
    Path folder;

    private TraceStorage read(String json) throws Exception {
        Path file = folder.resolve("trace.json");
        Files.writeString(file, json, StandardCharsets.UTF_8);
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
        return storage;
    }

    private static List<String> slices(TraceStorage storage) {
        Table t = storage.table("__intrinsic_slice");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(storage.strings().get(t.strings("name").get(i)) + " "
                    + t.longs("ts").get(i) + "+" + t.longs("dur").get(i) + " depth "
                    + t.ints("depth").get(i));
        }
        return rows;
    }

    @Test
    void readsEmbeddedKernelEvents() throws Exception {
        String text = "# tracer: nop\\n"
                + "   a-7     (    5) [001] d..3    10.000001: sched_switch: prev_comm=a prev_pid=7 prev_prio=120"
                + " prev_state=S ==> next_comm=b next_pid=8 next_prio=120\\n"
                + "   b-8 (5) [001] ...1 10.000002: tracing_mark_write: B|5|work\\n"
                + "   b-8 (5) [001] ...1 10.000004: tracing_mark_write: E|5\\n"
                + "no line\\n";
        TraceStorage s = read("{\"systemTraceEvents\":\"" + text + "\",\"traceEvents\":[]}");
        assertEquals(List.of("work 10000002000+2000 depth 0"), slices(s));
        assertEquals(1, s.table("__intrinsic_sched_slice").rowCount());
        assertEquals(1, stat(s, "systrace_parse_failure"));
    }

    @Test
    void readsArraysAndObjects() throws Exception {
        String event = "{\"ph\":\"X\",\"name\":\"a\",\"ts\":1.5,\"dur\":2,\"pid\":1,\"tid\":2}";
        List<String> expected = List.of("a 1500+2000 depth 0");
        assertEquals(expected, slices(read("[" + event + "]")));
        assertEquals(
                expected, slices(read("{\"x\":[1,{\"y\":\"}\"}],\"traceEvents\":[" + event + ",],\"metadata\":{}}")));
        assertEquals(expected, slices(read("\n [ " + event)));
        assertEquals(List.of(), slices(read("[ ]\n")));
    }

    @Test
    void readsTimesAndIdsGivenAsText() throws Exception {
        assertEquals(
                List.of("a 1001+1 depth 0"),
                slices(read("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":\"1.001\",\"dur\":\"0.001\",\"pid\":1,\"tid\":2}]")));
    }

    @Test
    void distinguishesNegativeIdsOfProcessesAndThreads() throws Exception {
        TraceStorage s = read("""
            [{"ph":"X","name":"a","ts":1,"dur":1,"pid":-1,"tid":-1},{"ph":"X","name":"b","ts":2,"dur":1,"pid":-2,"tid":-3},
             {"ph":"X","name":"c","ts":3,"dur":1,"pid":-2},{"ph":"X","name":"d","ts":4,"dur":1,"pid":-9e99,"tid":4}]\
            """);
        Table processes = s.table("__intrinsic_process");
        assertEquals(List.of(0L, -1L, -2L, 0L), ids(processes, "pid"));
        Table threads = s.table("__intrinsic_thread");
        // Each process has a main thread.
        assertEquals(List.of(0L, -1L, -2L, -3L, 0L, 4L), ids(threads, "tid"));
        assertEquals(List.of(0, 1, 2, 2, 3, 3), ints(threads, "upid"));
        assertEquals(List.of("a 1", "b 3", "c 2", "d 5"), threadsOfSlices(s));
    }

    /// Returns the name and the utid of each slice.
    private static List<String> threadsOfSlices(TraceStorage s) {
        Table slices = s.table("__intrinsic_slice");
        Table tracks = s.table("__intrinsic_track");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            int track = slices.ints("track_id").get(i);
            rows.add(s.strings().get(slices.strings("name").get(i)) + " "
                    + tracks.ints("utid").get(track));
        }
        return rows;
    }

    private static List<Integer> ints(Table table, String column) {
        return IntStream.range(0, table.rowCount())
                .mapToObj(i -> table.ints(column).get(i))
                .toList();
    }

    private static List<Long> ids(Table table, String column) {
        return IntStream.range(0, table.rowCount())
                .mapToObj(i -> table.longs(column).get(i))
                .toList();
    }

    @Test
    void sortsEventsWithEqualTimesSoThatTheyNest() throws Exception {
        assertEquals(List.of("long 0+10000 depth 0", "short 0+1000 depth 1"), slices(read("""
            [{"ph":"X","name":"short","ts":0,"dur":1,"pid":1,"tid":1},
             {"ph":"X","name":"long","ts":0,"dur":10,"pid":1,"tid":1}]\
            """)));
    }

    @Test
    void keepsSlicesThatOverlapWithoutNesting() throws Exception {
        TraceStorage storage = read("""
            [{"ph":"X","name":"a","ts":0,"dur":10,"pid":1,"tid":1},
             {"ph":"X","name":"b","ts":5,"dur":10,"pid":1,"tid":1}]\
            """);
        assertEquals(List.of("a 0+10000 depth 0", "b 5000+10000 depth 0"), slices(storage));
        assertEquals(1, stat(storage, "slice_spill_overlapping_complete_event"));
    }

    @Test
    void writesArgumentsOfAnyDepth() throws Exception {
        TraceStorage storage = read("""
            [{"ph":"i","name":"a","ts":0,"pid":1,"tid":1,"args":{"x":[1,{"y":"\\u00e9\\n"}],"n":null,"d":1.5,"t":true}}]\
            """);
        Table t = storage.table("__intrinsic_args");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            String key = storage.strings().get(t.strings("key").get(i));
            if (key.startsWith("args")) {
                rows.add(storage.strings().get(t.strings("flat_key").get(i)) + " " + key + " "
                        + storage.strings().get(t.strings("value_type").get(i)) + " "
                        + (t.longs("int_value").isNull(i)
                                ? ""
                                : t.longs("int_value").get(i))
                        + (t.strings("string_value").isNull(i)
                                ? ""
                                : storage.strings()
                                        .get(t.strings("string_value").get(i)))
                        + (t.doubles("real_value").isNull(i)
                                ? ""
                                : t.doubles("real_value").get(i)));
            }
        }
        assertEquals(
                List.of(
                        "args.x args.x[0] int 1",
                        "args.x.y args.x[1].y string é\n",
                        "args.d args.d real 1.5",
                        "args.t args.t bool 1"),
                rows);
    }

    @Test
    void countsBadEventsAndContinues() throws Exception {
        TraceStorage storage = read("""
            [{"ph":"X","name":"no dur","ts":0,"pid":1,"tid":1},{"name":"no phase","ts":1},{},7,
             {"ph":"X","ts":5 6,"dur":1},{"ph":"X","name":"good","ts":9,"dur":1,"pid":1,"tid":1}]\
            """);
        assertEquals(List.of("good 9000+1000 depth 0"), slices(storage));
        assertEquals(1, stat(storage, "json_parser_failure"));
        assertEquals(3, stat(storage, "json_tokenizer_failure"));
    }

    @Test
    void keepsDataBeforeATruncation() throws Exception {
        String complete = """
            {"traceEvents":[{"ph":"X","name":"a","ts":0,"dur":1,"pid":1,"tid":1},{"ph":"X","name":"b","ts":5,"dur":1,"pid":1,"tid":1}]}\
            """;
        TraceStorage storage = read(complete.substring(0, complete.length() - 20));
        assertEquals(List.of("a 0+1000 depth 0"), slices(storage));
        assertTrue(stat(storage, "json_tokenizer_failure") > 0);
    }

    @Test
    void survivesMutations() throws Exception {
        String complete = """
            {"displayTimeUnit":"ns","traceEvents":[{"ph":"B","name":"a\\u1234","cat":"c","ts":0.5,"pid":1,"tid":1,"args":{"x":[1,2,{"z":null}]}},
            {"ph":"E","ts":7,"pid":1,"tid":1},{"ph":"b","id":"0x1","name":"q","cat":"c","ts":1,"pid":1},{"ph":"e","id":"0x1","name":"q","cat":"c","ts":2,"pid":1},
            {"ph":"C","name":"n","ts":3,"pid":1,"args":{"v":1e300}},{"ph":"s","id":4,"ts":1,"pid":1,"tid":1},{"ph":"f","id":4,"bp":"e","ts":2,"pid":1,"tid":1},
            {"ph":"S","id2":{"local":1},"name":"o","ts":1,"pid":1},{"ph":"T","id2":{"local":1},"name":"o","ts":2,"pid":1,"args":{"step":"q"}},
            {"ph":"F","id2":{"local":1},"name":"o","ts":3,"pid":1},{"ph":"O","id":5,"scope":"s","ts":1,"pid":1,"sf":"1","stack":["a"]},
            {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"main"}}],"stackFrames":{"1":{"name":"f","parent":"2"},"2":{"name":"g"}},
            "samples":[{"ts":1,"tid":1,"cpu":0,"sf":1}],"metadata":{"a":{"b":[]}}}\
            """;
        byte[] bytes = complete.getBytes(StandardCharsets.UTF_8);
        Random random = new Random(11);
        Path file = folder.resolve("mutated.json");
        for (int round = 0; round < 300; round++) {
            byte[] b = bytes.clone();
            for (int k = random.nextInt(6); k >= 0; k--) {
                int offset = 2 + random.nextInt(b.length - 2);
                b[offset] = (byte)
                        (random.nextBoolean() ? random.nextInt(256) : "{}[]\",:0-\\e".charAt(random.nextInt(11)));
            }
            Files.write(
                    file,
                    java.util.Arrays.copyOf(b, random.nextInt(4) == 0 ? 2 + random.nextInt(b.length - 2) : b.length));
            try {
                TraceFileReader.readAll(file, new TraceStorage(), new ImportProgress());
            } catch (TraceProblem e) {
                assertFalse(e.getMessage().isBlank());
            }
        }
    }

    @Test
    void formatsMetadataNumbersLikeC() throws Exception {
        TraceStorage s = read("{\"traceEvents\":[],\"metadata\":{\"a\":1.5,\"b\":1234567.25,\"c\":2.0,\"d\":0.00001}}");
        String metadata = Rows.of(s, "__intrinsic_metadata", "name:s", "str_value:s", "int_value:l");
        assertTrue(
                metadata.contains("json_metadata.a|1.5|-; json_metadata.b|1.23457e+06|-; json_metadata.c|-|2;"
                        + " json_metadata.d|1e-05|-"),
                metadata);
    }

    private static String event(int i) {
        return "{\"ph\":\"X\",\"name\":\"e" + i + "\",\"ts\":" + i * 10 + ",\"dur\":2,\"pid\":1,\"tid\":2}";
    }

    private static List<String> events(int n) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            rows.add("e" + i + " " + i * 10_000 + "+2000 depth 0");
        }
        return rows;
    }

    @Test
    void readsOneEventPerLine() throws Exception {
        for (String between : List.of("\n", ",\n", "\r\n", " ", "\n\n, \n")) {
            TraceStorage s = read(event(0) + between + event(1) + between + event(2) + between);
            assertEquals(events(3), slices(s), between);
            assertEquals(0, stat(s, "json_tokenizer_failure"));
        }
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 150_000; i++) {
            many.append(event(i)).append('\n');
        }
        TraceStorage s = read(many.toString());
        assertEquals(150_000, slices(s).size());
        assertEquals(0, stat(s, "json_tokenizer_failure"));
    }

    @Test
    void countsLinesThatAreNotEventsAndContinues() throws Exception {
        TraceStorage s = read(event(0) + "\n{\"ph\":\"X\", broken}\n" + event(1) + "\nnot a line: [\n" + event(2)
                + "\n{\"ph\":\"X\",\"na");
        assertEquals(events(3), slices(s));
        assertEquals(3, stat(s, "json_tokenizer_failure"));
    }

    @Test
    void readsSeveralDocumentsInOneFile() throws Exception {
        TraceStorage s = read("[" + event(0) + "]\n{\"traceEvents\":[" + event(1) + "]}[" + event(2) + "]\n");
        assertEquals(events(3), slices(s));
        assertEquals(0, stat(s, "json_tokenizer_failure"));
        s = read("[" + event(0) + "]\nDone, 1 event");
        assertEquals(events(1), slices(s));
        assertEquals(1, stat(s, "json_tokenizer_failure"));
    }

    @Test
    void anArrayNeedsNoClosingBracket() throws Exception {
        for (String end : List.of("", ",", ",\n", "\n")) {
            TraceStorage s = read("[\n" + event(0) + ",\n" + event(1) + end);
            assertEquals(events(2), slices(s));
            assertEquals(0, stat(s, "json_tokenizer_failure"), end);
        }
        TraceStorage s = read("[\n" + event(0) + ",\n" + event(1).substring(0, 30));
        assertEquals(events(1), slices(s));
        assertEquals(1, stat(s, "json_tokenizer_failure"));
    }

    /// Microseconds since 1970 with three decimals have more digits than a double.
    @Test
    void keepsTheNanosecondsOfTimesSince1970() throws Exception {
        for (String us : List.of(
                "1712195495521311.104", "\"1712195495521311.104\"", "1712195495521311.1044", "1712195495521311.1035")) {
            TraceStorage s =
                    read("[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"dur\":0.768,\"ts\":" + us + "}]");
            Table slices = s.table("__intrinsic_slice");
            assertEquals(1712195495521311104L, slices.longs("ts").get(0), us);
            assertEquals(768, slices.longs("dur").get(0));
        }
        TraceStorage s = read("[{\"ph\":\"i\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1712195495521311.5}]");
        assertEquals(
                1712195495521311500L, s.table("__intrinsic_slice").longs("ts").get(0));
    }

    @Test
    void reportsAnObjectWithoutEvents() throws Exception {
        for (String json : List.of(
                "{\"hello\":\"world\"}", "{\"TraceEvents\":[" + event(0) + "]}", "{\"nodes\":[1],\"samples\":[2]}\n")) {
            TraceProblem problem = org.junit.jupiter.api.Assertions.assertThrows(TraceProblem.class, () -> read(json));
            assertTrue(problem.getMessage().contains("it has no traceEvents, but the key"), problem.getMessage());
        }
        assertEquals(
                "trace.json is not a JSON trace: it has no traceEvents, but the keys “names”, “levels”",
                org.junit.jupiter.api.Assertions.assertThrows(
                                TraceProblem.class, () -> read("{\"names\":{\"b\":1},\"levels\":[{\"c\":1}]}"))
                        .getMessage());
        assertEquals(1, stat(read("{\"traceEvents\":{\"a\":1}}"), "json_tokenizer_failure"));
        assertEquals(0, stat(read("{\"traceEvents\":[]}"), "json_tokenizer_failure"));
    }

    @Test
    void countsArgumentsThatAreNestedTooDeeply() throws Exception {
        for (String phase : List.of("X", "B")) {
            TraceStorage s = read("[{\"ph\":\"" + phase
                    + "\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":2,\"args\":{\"ok\":1,\"deep\":"
                    + "{\"x\":".repeat(3000) + "1" + "}".repeat(3000) + ",\"after\":" + "[".repeat(200) + "7"
                    + "]".repeat(200) + "}}]");
            assertEquals(1, stat(s, "json_parser_failure"), phase);
            assertEquals(1, slices(s).size());
        }
    }

    @Test
    void readsTextInUtf16() throws Exception {
        StringBuilder many = new StringBuilder("[");
        for (int i = 0; i < 20_000; i++) {
            many.append(i == 0 ? "" : ",").append(event(i).replace("e" + i, "é\ud83d\ude00" + "x".repeat(i % 7) + i));
        }
        TraceStorage plain = read(many.append("]").toString());
        assertEquals(20_000, slices(plain).size());
        for (var charset :
                List.of(java.nio.charset.StandardCharsets.UTF_16LE, java.nio.charset.StandardCharsets.UTF_16BE)) {
            Path file = folder.resolve("wide.json");
            Files.write(file, ("\ufeff" + many).getBytes(charset));
            TraceStorage storage = new TraceStorage();
            TraceFileReader.readAll(file, storage, new ImportProgress());
            assertEquals(slices(plain), slices(storage), charset.name());
        }
    }

    @Test
    void arraysMayBeginWithEmptyObjects() {
        assertTrue(sniffs("[ {}, {\n}, {\"ph\":\"X\""));
        assertFalse(sniffs("[ {}, {}]"));
        assertFalse(sniffs("[ {}, 1]"));
        assertFalse(sniffs("[{"));
    }

    @Test
    void arraysOfOtherObjectsAreNotTraces() {
        assertFalse(sniffs("[{\"cols\":[{\"id\":1}]},{\"cols\":[]}]"));
        assertFalse(sniffs("[{\"method\":\"a\"}, {\"method\":\"b"));
        assertTrue(sniffs("[{\"name\":\"no phase\"}, {\"ph\":\"X\"}]"));
        assertTrue(sniffs("[{\"args\":{\"snapshot\":\"" + "x".repeat(20_000)));
        assertTrue(sniffs("[{\"name\":1 2"));
    }

    private static boolean sniffs(String json) {
        return new JsonImporter().sniff(json.getBytes(StandardCharsets.UTF_8));
    }
}
