package traceglass.ingest.scripting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ScriptingImportersTest {

    private static final String AUSTIN = """
            # austin: 3.7.0
            # mode: wall
            # interval: 1000
            P42;T0:2a;a.py:<module>:1;a.py:run:9 1000
            P42;T0:2b;a.py:wait:4 990
            P42;T0:2a;a.py:<module>:1 1010
            P42;T0:2a;a.py:<module>:2;a.py:run:9 1000
            broken
            """;
    private static final String STACKPROF = """
            {"version":1.2,"mode":"cpu","interval":1000,"samples":4,"gc_samples":1,"frames":{
             "18446744073709551615":{"name":"A#run","file":"a.rb","line":3,"samples":2},
             "7":{"name":"<main>","file":"a.rb","line":null,"samples":1},
             "1":{"name":"(garbage collection)","file":"","samples":1}},
             "raw":[2,7,18446744073709551615,2,1,7,1,1,1,1],"raw_timestamp_deltas":[1000,1001,999,1000]}
            """;
    /// Output of Ruby's `Marshal.dump` for the same profile.
    private static final String STACKPROF_DUMP = """
            04087b0f3a0c76657273696f6e6608312e323a096d6f64653a086370753a0d696e74657276616c6902e8033a0c73616d706c
            657369093a0f67635f73616d706c657369063a136d69737365645f73616d706c657369003a0d6d657461646174617b003a0b
            6672616d65737b086c2b09ffffffffffffffff7b093a096e616d6549220a412372756e063a0645543a0966696c6549220961
            2e7262063b0f543a096c696e6569083b096907690c7b093b0e49220b3c6d61696e3e063b0f543b10492209612e7262063b0f
            543b11303b09690669067b0a3b0e492219286761726261676520636f6c6c656374696f6e29063b0f543b10492200063b0f54
            3b0969063a0a65646765737b06690c69063a0a6c696e65737b0669fd90eefe5b076906303a087261775b0f6907690c6c2b09
            ffffffffffffffff69076906690c69066906690669063a197261775f74696d657374616d705f64656c7461735b096902e803
            6902e9036902e7036902e803
            """;
    private static final String RBSPY = """
            rbspy02
            {"sample_rate":100,"rbspy_version":"0.12"}
            {"trace":[{"name":"run","relative_path":"a.rb","absolute_path":"/x/a.rb","lineno":7},{"name":"main","relative_path":"a.rb","absolute_path":null,"lineno":1}],"pid":42,"thread_id":43,"time":{"secs_since_epoch":1700000000,"nanos_since_epoch":5},"on_cpu":true}
            {"trace":[{"name":"main","relative_path":"a.rb","absolute_path":null,"lineno":1}],"pid":42,"thread_id":43,"time":[1700000000,1005],"on_cpu":false}
            """;
    private static final String XDEBUG = "Version: 3.2.0\nFile format: 4\nTRACE START [2024-01-15 10:30:45.000000]\n"
            + "1\t0\t0\t0.001\t100\t{main}\t1\t\t/a.php\t0\t0\n"
            + "2\t1\t0\t0.002\t200\tstrlen\t0\t\t/a.php\t3\t1\t'x'\n"
            + "2\t1\t1\t0.003\t150\n2\t1\tR\t\t\t1\n"
            + "2\t2\t0\t0.004\t150\tf\t1\t\t/a.php\t5\t0\n"
            + "1\t0\t1\t0.005\t100\n\t\t\t0.006\t90\nTRACE END [2024-01-15 10:30:46.000000]\n";

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String stack(TraceStorage storage, int callsite) {
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder out = new StringBuilder();
        for (int site = callsite;
                site != IntColumn.NULL;
                site = sites.ints("parent_id").get(site)) {
            out.append(' ')
                    .append(storage.strings()
                            .get(frames.strings("name")
                                    .get(sites.ints("frame_id").get(site))));
        }
        return out.toString();
    }

    /// Returns the time and stack of each sample, innermost function first.
    private static String samples(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_profiler_sample");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < samples.rowCount(); i++) {
            out.append(samples.longs("ts").get(i))
                    .append(stack(storage, samples.ints("callsite_id").get(i)))
                    .append(", ");
        }
        return out.toString();
    }

    private static String totals(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < samples.rowCount(); i++) {
            out.append(Math.round(samples.doubles("value").get(i)))
                    .append(stack(storage, samples.ints("callsite_id").get(i)))
                    .append(", ");
        }
        return out.toString();
    }

    @Test
    void readsAustin() throws Exception {
        TraceStorage storage = read(AUSTIN);
        assertEquals("0 run <module>, 0 wait, 1000000 <module>, 2010000 run <module>, ", samples(storage));
        assertEquals(1, stat(storage, "script_profile_line_skipped"));
        assertEquals("5 f, ", totals(read("# austin: 3.7.0\n# mode: memory\nP1;T0:1;a.py:f:1 5\n")));
        assertFalse(new AustinImporter().sniff("Perl;Tcl;a 1\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void countsTheTimeOfRowsOfAustinWithoutFrames() throws Exception {
        TraceStorage storage = read("P42;T2a;a.py:f:1 5\nP42;T2a 7\nP42;T2a;a.py:g:1 5\n");
        assertEquals("0 f, 12000 g, ", samples(storage));
        assertEquals(0, stat(storage, "script_profile_line_skipped"));
    }

    @Test
    void readsAustinThreadIdsInTheNotationOfTheMainThread() throws Exception {
        TraceStorage storage = read("P42;T42;a.py:f:1 5\nP42;T43;a.py:f:1 5\n");
        Table threads = storage.table("__intrinsic_thread");
        assertEquals(43, threads.longs("tid").get(threads.rowCount() - 1));
    }

    @Test
    void readsLongLinesOfOldAustinInLinearTime() throws Exception {
        String text = "Thread 7f4;f (a.py);L1 5\nThread 7f4;" + " (".repeat(100_000) + ";L1 5\n";
        TraceStorage storage = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> read(text));
        assertEquals(2, storage.table("__intrinsic_profiler_sample").rowCount());
    }

    /// Returns a profile in Austin's binary format with this number of samples.
    private static byte[] mojo(int version, int samples) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("MOJ".getBytes(StandardCharsets.US_ASCII));
        out.write(version);
        out.writeBytes("\1mode\0wall\0".getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < samples; i++) {
            out.write(2);
            out.write(42 - 16 * (i % 2));
            if (version >= 3) {
                out.write(0);
            }
            out.writeBytes("2a\0".getBytes(StandardCharsets.US_ASCII));
            out.writeBytes("\13\5a.py\0\13\6main\0".getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(version >= 2 ? new byte[] {3, 7, 5, 6, 3, 3, 1, 9} : new byte[] {3, 7, 5, 6, 3});
            out.writeBytes(new byte[] {5, 7, 9, 50});
        }
        return out.toByteArray();
    }

    @Test
    void readsAllVersionsOfAustinsBinaryFormat() throws Exception {
        for (int version = 1; version <= 4; version++) {
            TraceStorage storage = DamagedFile.read(mojo(version, 3));
            assertEquals("0 main, 0 main, 50000 main, ", samples(storage), "version " + version);
            assertEquals(0, stat(storage, "script_profile_truncated"));
        }
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(mojo(9, 3)));
        assertTrue(problem.getMessage().contains("version 9"), problem.getMessage());
    }

    @Test
    void survivesDamageOfAustinsBinaryFormat() throws Exception {
        byte[] complete = mojo(4, 20);
        DamagedInputs.check(
                new AustinMojoImporter(),
                complete,
                storage -> storage.table("__intrinsic_profiler_sample").rowCount());
        DamagedFile.assertSurvives(complete, 13);
        assertEquals(
                1,
                stat(
                        DamagedFile.read(java.util.Arrays.copyOf(complete, complete.length - 1)),
                        "script_profile_truncated"));
    }

    @Test
    void readsStackprof() throws Exception {
        assertEquals(
                "1000000 A#run <main>, 2001000 A#run <main>, 3000000 <main>, 4000000 (garbage collection), ",
                samples(read(STACKPROF)));
        assertEquals(
                "2 A#run <main>, 1 <main>, 1 (garbage collection), ",
                totals(read(STACKPROF.replace("raw_timestamp_deltas", "other"))));
        assertEquals(
                "2 A#run, 1 <main>, 1 (garbage collection), ", totals(read(STACKPROF.replace("\"raw", "\"other"))));
    }

    private static byte[] stackprofDump() {
        return HexFormat.of().parseHex(STACKPROF_DUMP.replace("\n", ""));
    }

    @Test
    void readsDumpsOfStackprof() throws Exception {
        byte[] complete = stackprofDump();
        assertEquals(samples(read(STACKPROF)), samples(DamagedFile.read(complete)));
        TraceStorage truncated = DamagedFile.read(java.util.Arrays.copyOf(complete, complete.length - 30));
        assertEquals(1, stat(truncated, "script_profile_truncated"));
        assertEquals("2 A#run <main>, 1 <main>, 1 (garbage collection), ", totals(truncated));
        assertFalse(new StackprofImporter().sniff(HexFormat.of().parseHex("04087b063a066169")));
    }

    @Test
    void survivesDumpsWhoseValuesContainThemselves() throws Exception {
        // {mode: x = {0 => [x]}, interval: 1}, and a hash with itself as a key.
        String mode = "3a096d6f6465" + "7b0669005b064006";
        String interval = "3a0d696e74657276616c" + "6906";
        DamagedFile.read(HexFormat.of().parseHex("04087b07" + mode + interval));
        TraceStorage storage = DamagedFile.read(HexFormat.of()
                .parseHex("04087b08" + mode + interval + "3a0b6672616d6573" + "7b08" + "40086900" + "40086901"
                        + "40086902"));
        assertEquals(1, stat(storage, "script_profile_truncated"));
    }

    @Test
    void readsRbspy() throws Exception {
        TraceStorage storage = read(RBSPY);
        assertEquals("0 run main, 1000 main, ", samples(storage));
        Table threads = storage.table("__intrinsic_thread");
        assertEquals(43, threads.longs("tid").get(threads.rowCount() - 1));
    }

    @Test
    void readsXdebug() throws Exception {
        TraceStorage storage = read(XDEBUG);
        Table slices = storage.table("__intrinsic_slice");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < slices.rowCount(); i++) {
            out.append(storage.strings().get(slices.strings("name").get(i)))
                    .append(' ')
                    .append(slices.longs("ts").get(i) / 1000)
                    .append('+')
                    .append(slices.longs("dur").get(i) / 1000)
                    .append(", ");
        }
        assertEquals("{main} 1000+4000, strlen 2000+1000, f 4000+1000, ", out.toString());
        assertEquals(6, storage.table("__intrinsic_counter").rowCount());
    }

    @Test
    void refusesHumanReadableXdebugTraces() {
        TraceProblem problem = assertThrows(
                TraceProblem.class,
                () -> read("TRACE START [2024-01-15 10:30:45]\n    0.0001  124816   -> {main}() /a.php:0\n"));
        assertTrue(problem.getMessage().contains("trace_format=1"), problem.getMessage());
    }

    /// Returns the output of `marshal.dumps` for `{main: (1, 1, 1.5, 4.0, {}), f: (2, 2, 2.5, 2.5, {main: (2,
    /// 2, 2.5, 2.5)})}`.
    private static byte[] pstats() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('{' | 0x80);
        out.writeBytes(new byte[] {(byte) (')' | 0x80), 3, (byte) ('z' | 0x80), 4});
        out.writeBytes("a.py".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(new byte[] {'i', 1, 0, 0, 0, 'z', 4});
        out.writeBytes("main".getBytes(StandardCharsets.US_ASCII));
        stats(out, 1, 1.5, 4.0);
        out.writeBytes(new byte[] {'{', '0'});
        out.writeBytes(new byte[] {')', 3, 'r', 2, 0, 0, 0, 'i', 9, 0, 0, 0, 'Z', 1, 'f'});
        stats(out, 2, 2.5, 2.5);
        out.writeBytes(new byte[] {'{', 'r', 1, 0, 0, 0, ')', 4, 'i', 2, 0, 0, 0, 'i', 2, 0, 0, 0});
        real(out, 2.5);
        real(out, 2.5);
        out.writeBytes(new byte[] {'0', '0'});
        return out.toByteArray();
    }

    private static void stats(ByteArrayOutputStream out, int calls, double self, double all) {
        out.writeBytes(new byte[] {')', 5, 'i', (byte) calls, 0, 0, 0, 'i', (byte) calls, 0, 0, 0});
        real(out, self);
        real(out, all);
    }

    private static void real(ByteArrayOutputStream out, double value) {
        out.write('g');
        long bits = Double.doubleToLongBits(value);
        for (int i = 0; i < Long.BYTES; i++) {
            out.write((int) (bits >> 8 * i));
        }
    }

    @Test
    void readsPstats() throws Exception {
        assertTrue(new PstatsImporter().sniff(pstats()));
        assertFalse(new PstatsImporter().sniff("{\"a\":1}".getBytes(StandardCharsets.UTF_8)));
        assertEquals("1500000000 main, 2500000000 f main, ", totals(DamagedFile.read(pstats())));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(AUSTIN.getBytes(StandardCharsets.UTF_8), 13);
        DamagedFile.assertSurvives(STACKPROF.getBytes(StandardCharsets.UTF_8), 14);
        DamagedFile.assertSurvives(stackprofDump(), 18);
        DamagedFile.assertSurvives(RBSPY.getBytes(StandardCharsets.UTF_8), 15);
        DamagedFile.assertSurvives(XDEBUG.getBytes(StandardCharsets.UTF_8), 16);
        DamagedFile.assertSurvives(pstats(), 17);
    }

    private static final String GHC = """
            {"program": "demo", "arguments": [], "rts_arguments": ["-pj"], "total_ticks": 3, "tick_interval": 500,
            "cost_centres": [{"id": 1, "label": "MAIN", "module": "MAIN", "src_loc": "<built-in>", "is_caf": false},
            {"id": 2, "label": "run", "module": "Main", "src_loc": "src/Main.hs:(21,1)-(38,42)", "is_caf": false}],
            "profile": {"id": 1, "entries": 0, "alloc": 0, "ticks": 1, "children": [
             {"id": 2, "entries": 1, "alloc": 64, "ticks": 2, "children": []},
             {"id": 9, "entries": 1, "alloc": 8, "ticks": 0, "children": []}]}}
            """;

    @Test
    void readsHaskellProfiles() throws Exception {
        TraceStorage storage = read(GHC);
        assertEquals("500000 MAIN, 1000000 Main.run MAIN, 64 Main.run MAIN, 8 [unknown] MAIN, ", totals(storage));
        assertEquals(1, stat(read(GHC.substring(0, GHC.length() - 20)), "script_profile_truncated"));
        DamagedFile.assertSurvives(GHC.getBytes(StandardCharsets.UTF_8), 17);
    }

    @Test
    void readsXhprof() throws Exception {
        String json = """
                {"main()==>run":{"ct":2,"wt":70,"cpu":0,"mu":24},"run==>strlen":{"ct":9,"wt":20,"cpu":0,"mu":16},
                "main()":{"ct":1,"wt":100,"cpu":0,"mu":40}}
                """;
        String expected = "30000 main(), 16 main(), 50000 run main(), 8 run main(), 20000 strlen run main(), "
                + "16 strlen run main(), ";
        assertEquals(expected, totals(read(json)));
        assertEquals(expected, totals(read("{\"meta\":{\"url\":\"/\"},\"profile\":" + json + "}")));
        String serialized = "a:3:{s:12:\"main()==>run\";a:2:{s:2:\"wt\";i:70;s:2:\"mu\";i:24;}"
                + "s:12:\"run==>strlen\";a:3:{s:2:\"wt\";i:20;s:1:\"x\";N;s:2:\"mu\";d:16;}"
                + "s:6:\"main()\";a:2:{s:2:\"wt\";i:100;s:2:\"mu\";i:40;}}";
        assertEquals(expected, totals(read(serialized)));
        assertEquals(1, stat(read(serialized.substring(0, 90)), "script_profile_truncated"));
        assertFalse(new XhprofImporter().sniff("{\"a\":\"main() ==> b\"}".getBytes(StandardCharsets.UTF_8)));
        DamagedFile.assertSurvives(serialized.getBytes(StandardCharsets.UTF_8), 19);
        DamagedFile.assertSurvives(json.getBytes(StandardCharsets.UTF_8), 23);
    }

    @Test
    void readsReportsOfPyinstrument() throws Exception {
        String report = """
                {"start_time": 1.5, "duration": 3, "sample_count": 3, "program": "a.py", "root_frame": {"function": "<module>",
                "file_path": "a.py", "line_no": 1, "time": 3.0, "is_application_code": true, "children": [
                 {"function": "f", "file_path": "a.py", "line_no": 7, "time": 2.0, "children": []}]}}
                """;
        String expected = "1000000000 <module>, 2000000000 f <module>, ";
        assertEquals(expected, totals(read(report)));
        assertEquals(expected, totals(read("""
                        {"session": {"start_time": 1.5, "sample_count": 3, "target_description": "x"}, "frame_tree":
                        {"identifier": "<module>\\u0000a.py\\u00001", "time": 3.0, "attributes": {"l1": 3}, "children": [
                         {"identifier": "f\\u0000a.py\\u00007", "time": 2.0, "children": []}]}}
                        """)));
        DamagedFile.assertSurvives(report.getBytes(StandardCharsets.UTF_8), 31);
    }

    @Test
    void readsSessionsOfPyinstrument() throws Exception {
        TraceStorage storage = read("""
                {"frame_records": [[["<module>\\u0000a.py\\u00001\\u0001l3"], 0.5], [["<module>\\u0000a.py\\u00001", "f\\u0000a.py\\u00007"], 0.25],
                 [[], 0.25], 3], "start_time": 2.0, "duration": 1.0, "sample_count": 3}
                """);
        assertEquals("500000000 <module>, 750000000 f <module>, ", samples(storage));
    }
}
