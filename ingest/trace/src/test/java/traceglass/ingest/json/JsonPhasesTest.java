package traceglass.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests every phase of the Trace Event Format other than `B E X i C`.
class JsonPhasesTest {

    @TempDir
    Path folder;

    private TraceStorage storage;

    private void read(String events) throws Exception {
        Path file = folder.resolve("trace.json");
        Files.writeString(file, "{\"traceEvents\":[" + events + "]}", StandardCharsets.UTF_8);
        storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
    }

    private String text(Table t, String column, int row) {
        return storage.strings().get(t.strings(column).get(row));
    }

    /// Returns `name ts+dur depth/lane` of the slices, in row order.
    private List<String> slices() {
        Table t = storage.table("__intrinsic_slice");
        List<Integer> lanes = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            int track = t.ints("track_id").get(i);
            if (!lanes.contains(track)) {
                lanes.add(track);
            }
            rows.add(text(t, "name", i) + " " + t.longs("ts").get(i) + "+"
                    + t.longs("dur").get(i) + " " + t.ints("depth").get(i) + "/" + lanes.indexOf(track));
        }
        return rows;
    }

    private Map<String, String> args(int set) {
        Map<String, String> args = new TreeMap<>();
        Table t = storage.table("__intrinsic_args");
        for (int i = 0; i < t.rowCount(); i++) {
            if (t.ints("arg_set_id").get(i) == set) {
                args.put(
                        text(t, "key", i),
                        t.strings("string_value").isNull(i)
                                ? String.valueOf(t.longs("int_value").get(i))
                                : text(t, "string_value", i));
            }
        }
        return args;
    }

    private Map<String, String> argsOfSlice(int row) {
        return args(storage.table("__intrinsic_slice").ints("arg_set_id").get(row));
    }

    private long stat(String name) {
        Table t = storage.table("__intrinsic_stats");
        long sum = 0;
        for (int i = 0; i < t.rowCount(); i++) {
            sum += name.equals(text(t, "name", i)) ? t.longs("value").get(i) : 0;
        }
        return sum;
    }

    private static String event(String phase, String members, double ts) {
        return "{\"ph\":\"" + phase + "\",\"name\":\"op\",\"cat\":\"c\",\"pid\":1,\"tid\":2,\"ts\":" + ts
                + (members.isEmpty() ? "" : "," + members) + "},";
    }

    private static String step(String phase, String id, String step, double ts) {
        return event(phase, id + ",\"args\":{\"step\":\"" + step + "\"}", ts);
    }

    @Test
    void storesColorsOfSlicesSeparatelyFromTheirArguments() throws Exception {
        String color = "\"cname\":\"good\"";
        read(event("X", "\"dur\":1," + color, 10)
                + event("X", "\"dur\":1,\"args\":{\"a\":1}," + color, 20)
                + event("X", "\"dur\":1", 25)
                + event("B", color, 30) + event("E", "", 40)
                + event("b", "\"id\":5," + color + ",\"args\":{\"a\":1}", 50)
                + event("e", "\"id\":5", 60) + "{}");
        Table colors = storage.table("__intrinsic_slice_color");
        List<String> named = new ArrayList<>();
        for (int row = 0; row < colors.rowCount(); row++) {
            named.add(colors.ints("slice_id").get(row) + " " + text(colors, "name", row));
        }
        assertEquals(List.of("0 good", "1 good", "3 good", "4 good"), named);
        // Queries of arguments return the same answers as in Perfetto, which does not read colors.
        assertEquals(Map.of(), argsOfSlice(0));
        assertEquals(Map.of("args.a", "1"), argsOfSlice(1));
        assertEquals(Map.of(), argsOfSlice(2));
        assertEquals(Map.of(), argsOfSlice(3));
        assertEquals(Map.of("args.a", "1"), argsOfSlice(4));
    }

    @Test
    void addsSlicesForTheOldestAsynchronousForm() throws Exception {
        read(event("S", "\"id\":\"0x1\",\"args\":{\"a\":1}", 1) + event("F", "\"id\":\"0x1\",\"args\":{\"b\":2}", 5));
        assertEquals(List.of("op 1000+4000 0/0"), slices());
        assertEquals(Map.of("args.a", "1", "args.b", "2", "legacy_event.phase", "S"), argsOfSlice(0));
        Table tracks = storage.table("__intrinsic_track");
        assertEquals(
                "op",
                text(
                        tracks,
                        "name",
                        storage.table("__intrinsic_slice").ints("track_id").get(0)));
    }

    @Test
    void stepIntoLastsUntilTheNextStepOrTheEnd() throws Exception {
        String id = "\"id\":7";
        read(event("S", id, 1) + step("T", id, "one", 2) + step("T", id, "two", 4) + event("F", id, 9));
        assertEquals(List.of("op 1000+8000 0/0", "op:one 2000+2000 1/0", "op:two 4000+5000 1/0"), slices());
        assertEquals(Map.of("args.step", "two", "legacy_event.phase", "T"), argsOfSlice(2));
    }

    @Test
    void stepPastEndsAtItsTime() throws Exception {
        String id = "\"id\":7";
        read(event("S", id, 1) + step("p", id, "one", 2) + step("p", id, "two", 4) + event("F", id, 9));
        assertEquals(List.of("op 1000+8000 0/0", "op:one 1000+1000 1/0", "op:two 2000+2000 1/0"), slices());
    }

    @Test
    void stepsOfBothKindsInOneOperationAreKeptAndCounted() throws Exception {
        String id = "\"id\":7";
        read(event("S", id, 1) + step("T", id, "one", 2) + step("p", id, "two", 4) + event("F", id, 9));
        assertEquals(
                List.of("op 1000+8000 0/0", "op:one 2000+2000 1/0", "op:two 2000+2000 1/0"),
                slices().stream().limit(3).toList());
        assertEquals(1, stat("json_parser_failure"));
    }

    @Test
    void overlappingOperationsOfOneNameHaveTheirOwnLanes() throws Exception {
        read(event("S", "\"id\":1", 1)
                + event("S", "\"id\":\"1\"", 2)
                + event("S", "\"id2\":{\"global\":\"1g\"}", 3)
                + event("S", "\"id2\":{\"local\":\"1l\"}", 4)
                + event("F", "\"id\":1", 5)
                + event("F", "\"id\":\"1\"", 6)
                + event("F", "\"id2\":{\"global\":\"1g\"}", 7)
                + event("F", "\"id2\":{\"local\":\"1l\"}", 8)
                + event("S", "\"id\":3", 9)
                + event("F", "\"id\":3", 10));
        assertEquals(
                List.of(
                        "op 1000+4000 0/0",
                        "op 2000+4000 0/1",
                        "op 3000+4000 0/2",
                        "op 4000+4000 0/3",
                        "op 9000+1000 0/0"),
                slices());
    }

    @Test
    void anEndEndsTheOperationOfItsProcessFirst() throws Exception {
        String other = event("F", "\"id\":1", 6).replace("\"pid\":1", "\"pid\":5");
        read(event("S", "\"id\":1", 1).replace("\"pid\":1", "\"pid\":5")
                + event("S", "\"id\":1", 2)
                + other
                + event("F", "\"id\":1", 9));
        assertEquals(List.of("op 1000+5000 0/0", "op 2000+7000 0/1"), slices());
        read(event("S", "\"id\":1", 1) + other);
        assertEquals(List.of("op 1000+5000 0/0"), slices(), "a global id may end in another process");
        read(event("S", "\"id2\":{\"local\":1}", 1) + other.replace("\"id\":1", "\"id2\":{\"local\":1}"));
        assertEquals(List.of("op 1000+-1 0/0"), slices(), "a local id must end in its process");
        assertEquals(1, stat("json_async_event_without_begin"));
    }

    @Test
    void scopesAndNamesDistinguishIdsButCategoriesDoNot() throws Exception {
        read(event("S", "\"id\":1,\"scope\":\"x\"", 1)
                + event("S", "\"id\":1,\"scope\":\"y\"", 2)
                + event("F", "\"id\":1,\"scope\":\"x\"", 3)
                + event("F", "\"id\":1", 4)
                + event("F", "\"id\":1,\"scope\":\"y\"", 5).replace("\"cat\":\"c\"", "\"cat\":\"d\""));
        assertEquals(List.of("op 1000+2000 0/0", "op 2000+3000 0/1"), slices());
        assertEquals(1, stat("json_async_event_without_begin"));
    }

    @Test
    void operationsWithoutAnEndStayOpenAndWithoutABeginAreInstants() throws Exception {
        read(event("S", "\"id\":1", 1)
                + step("T", "\"id\":1", "one", 2)
                + step("T", "\"id\":2", "lost", 3)
                + event("F", "\"id\":2", 4));
        assertEquals(List.of("op 1000+-1 0/0", "op:one 2000+-1 1/0", "op:lost 3000+0 0/1"), slices());
        assertEquals(2, stat("json_async_event_without_begin"));
    }

    @Test
    void asynchronousEventsWithoutAnIdOrAProcessAreCounted() throws Exception {
        read(event("S", "", 1)
                + event("F", "", 2)
                + event("p", "", 3)
                + event("T", "", 4)
                + event("S", "\"id\":1", 5).replace("\"pid\":1,", ""));
        assertEquals(List.of(), slices());
        assertEquals(5, stat("json_parser_failure"));
    }

    @Test
    void threadStatesAreDistinguishedFromStepsByTheirDuration() throws Exception {
        read(
                "{\"ph\":\"T\",\"name\":\"Running\",\"pid\":1,\"tid\":2,\"ts\":1,\"dur\":3,\"id\":4,\"args\":{\"cpu\":1}}");
        assertEquals(List.of(), slices());
        assertEquals(1, storage.table("__intrinsic_thread_state").rowCount());
        assertEquals(1, storage.table("__intrinsic_sched_slice").rowCount());
    }

    @Test
    void otherEventsAreStoredUnchanged() throws Exception {
        read(event("N", "\"id\":\"0x10\"", 1) + event("O", "\"id\":\"0x10\",\"args\":{\"snapshot\":{\"x\":5}}", 2)
                + event("D", "\"id2\":{\"local\":\"0x10\"},\"scope\":\"s\"", 3)
                + event("v", "\"id\":\"dump\",\"args\":{\"dumps\":{\"level\":\"light\"}}", 4)
                + event("c", "\"tts\":4,\"args\":{\"sync_id\":\"q\"}", 5)
                + "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":1,\"args\":{\"labels\":\"page\"}}");
        Table t = storage.table("__intrinsic_chrome_raw");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            assertEquals("track_event.legacy_event", text(t, "name", i));
            rows.add(t.longs("ts").get(i) + " " + args(t.ints("arg_set_id").get(i)));
        }
        rows.sort(null);
        assertEquals(
                List.of(
                        "0 {args.labels=page, legacy_event.name=process_labels, legacy_event.phase=M}",
                        "1000 {legacy_event.category=c, legacy_event.name=op, legacy_event.phase=N,"
                                + " legacy_event.unscoped_id=16}",
                        "2000 {args.snapshot.x=5, legacy_event.category=c, legacy_event.name=op, legacy_event.phase=O,"
                                + " legacy_event.unscoped_id=16}",
                        "3000 {legacy_event.category=c, legacy_event.id_scope=s, legacy_event.local_id=16,"
                                + " legacy_event.name=op, legacy_event.phase=D}",
                        "4000 {args.dumps.level=light, legacy_event.category=c, legacy_event.name=op,"
                                + " legacy_event.phase=v, legacy_event.unscoped_id=dump}",
                        "5000 {args.sync_id=q, legacy_event.category=c, legacy_event.name=op, legacy_event.phase=c,"
                                + " legacy_event.thread_timestamp_ns=4000}"),
                rows);
    }

    @Test
    void aCounterIsNamedByItsIdButNotById2() throws Exception {
        read(event("C", "\"id2\":{\"local\":\"0x1\"},\"args\":{\"v\":1}", 1)
                + event("C", "\"id\":\"0x1\",\"args\":{\"v\":1}", 2));
        Table tracks = storage.table("__intrinsic_track");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < tracks.rowCount(); i++) {
            names.add(text(tracks, "name", i));
        }
        assertEquals(List.of("op v", "op id: 0x1 v"), names);
    }

    @Test
    void joinsIdsThatAreNumbersInSomeEventsAndStringsInOthers() throws Exception {
        read("""
            {"ph":"X","pid":"7","tid":"1890023232","ts":10,"dur":5,"name":"launch"},
            {"ph":"s","pid":7,"tid":1890023232,"ts":10,"id":3,"cat":"c","name":"f"},
            {"ph":"X","pid":0,"tid":"stream 7","ts":20,"dur":5,"name":"kernel"},
            {"ph":"f","pid":0,"tid":"stream 7","ts":20,"id":3,"cat":"c","name":"f","bp":"e"}\
            """);
        assertEquals(List.of("launch 10000+5000 0/0", "kernel 20000+5000 0/1"), slices());
        assertEquals(1, storage.table("__intrinsic_flow").rowCount());
        Table threads = storage.table("__intrinsic_thread");
        int last = threads.rowCount() - 1;
        assertEquals("stream 7", text(threads, "name", last));
        assertEquals(LongColumn.NULL, threads.longs("tid").get(last));
    }

    @Test
    void namesProcessesThatHaveNoNumber() throws Exception {
        read("{\"ph\":\"X\",\"pid\":\"Traces\",\"tid\":\"Profiler\",\"ts\":10,\"dur\":5,\"name\":\"a\"}");
        Table processes = storage.table("__intrinsic_process");
        int last = processes.rowCount() - 1;
        assertEquals("Traces", text(processes, "name", last));
        assertEquals(LongColumn.NULL, processes.longs("pid").get(last));
    }

    @Test
    void completeEventsMayHaveOnlyTheTimeOfTheirThread() throws Exception {
        read("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"tts\":3,\"tdur\":4,\"name\":\"a\"}");
        assertEquals(List.of("a 10000+4000 0/0"), slices());
        assertEquals(
                4_000, storage.table("__intrinsic_slice").longs("thread_dur").get(0));
    }

    @Test
    void memoryDumpsOfProcessesBecomeOneSnapshot() throws Exception {
        read("""
            {"ph":"v","pid":1,"tid":1,"ts":10,"id":"0x9","name":"periodic_interval","args":{"dumps":{
              "level_of_detail":"light",
              "allocators":{
                "malloc":{"guid":"a1","attrs":{"size":{"type":"scalar","units":"bytes","value":"100"}}},
                "malloc/small":{"guid":"a2","attrs":{
                  "size":{"type":"scalar","units":"bytes","value":"40"},
                  "objects":{"type":"scalar","units":"objects","value":"a"},
                  "kind":{"type":"string","value":"x"}}}},
              "allocators_graph":[{"source":"a2","target":"b1","importance":2,"type":"ownership"}]}}},
            {"ph":"v","pid":2,"tid":2,"ts":11,"id":"0x9","name":"periodic_interval","args":{"dumps":{
              "allocators":{"heap":{"guid":"b1","attrs":{"size":{"type":"scalar","units":"bytes","value":"80"}}}}}}}\
            """);
        Table snapshots = storage.table("__intrinsic_memory_snapshot");
        assertEquals(1, snapshots.rowCount());
        assertEquals(10_000, snapshots.longs("timestamp").get(0));
        assertEquals("light", text(snapshots, "detail_level", 0));
        Table nodes = storage.table("__intrinsic_memory_snapshot_node");
        List<String> found = new ArrayList<>();
        for (int i = 0; i < nodes.rowCount(); i++) {
            found.add(text(nodes, "path", i) + "=" + nodes.longs("size").get(i));
        }
        assertEquals(List.of("malloc=256", "malloc/<unspecified>=192", "malloc/small=64", "heap=128"), found);
        assertEquals(
                Map.of("objects.value", "10", "objects.unit", "objects", "kind.value", "x"),
                args(nodes.ints("arg_set_id").get(2)));
        Table edges = storage.table("__intrinsic_memory_snapshot_edge");
        assertEquals(1, edges.rowCount());
        assertEquals(2, edges.ints("source_node_id").get(0));
        assertEquals(3, edges.ints("target_node_id").get(0));
        assertEquals(
                0,
                storage.table("__intrinsic_process_memory_snapshot")
                        .ints("upid")
                        .get(2));
    }

    @Test
    void relatesTheClockOfTheFileToTheWallClock() throws Exception {
        Path file = folder.resolve("kineto.json");
        Files.writeString(
                file,
                "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1700000000000000000,\"traceEvents\":[{\"ph\":\"M\",\"pid\":0,\"tid\":0,\"ts\":1,\"name\":\"process_labels\",\"args\":{\"labels\":\"GPU"
                        + " 0\"}},{\"ph\":\"X\",\"pid\":0,\"tid\":7,\"ts\":2.5,\"dur\":1,\"name\":\"kernel\"}]}",
                StandardCharsets.UTF_8);
        storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
        Table clocks = storage.table("__intrinsic_clock_snapshot");
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < clocks.rowCount(); i++) {
            assertEquals(0, clocks.longs("ts").get(i));
            values.add(clocks.longs("clock_value").get(i));
        }
        assertEquals(List.of(0L, 1_700_000_000_000_000_000L), values);
        assertEquals(List.of("kernel 2500+1000 0/0"), slices());
        Table processes = storage.table("__intrinsic_process");
        int labels = processes.ints("arg_set_id").get(processes.rowCount() - 1);
        assertEquals(Map.of("chrome.process_label[0]", "GPU 0"), args(labels));
    }

    @Test
    void flowsMayEndAtTheTimeAtWhichTheyBegin() throws Exception {
        read("""
            {"ph":"X","pid":0,"tid":7,"ts":20,"dur":5,"name":"kernel"},
            {"ph":"f","pid":0,"tid":7,"ts":20,"id":3,"cat":"ac2g","name":"ac2g","bp":"e"},
            {"ph":"X","pid":1,"tid":1,"ts":20,"dur":2,"name":"launch"},
            {"ph":"s","pid":1,"tid":1,"ts":20,"id":3,"cat":"ac2g","name":"ac2g"}\
            """);
        Table flows = storage.table("__intrinsic_flow");
        Table slices = storage.table("__intrinsic_slice");
        assertEquals(1, flows.rowCount());
        assertEquals("launch", text(slices, "name", flows.ints("slice_out").get(0)));
        assertEquals("kernel", text(slices, "name", flows.ints("slice_in").get(0)));
    }
}
