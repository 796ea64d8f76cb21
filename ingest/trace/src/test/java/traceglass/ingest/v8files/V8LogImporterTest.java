package traceglass.ingest.v8files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class V8LogImporterTest {

    private static final String LOG = """
        v8-version,11,3,244,8,-node.38,0
        shared-library,/usr/bin/node,0x400000,0x500000,0
        code-creation,Builtin,2,10,0x600000,256,Call_ReceiverIsAny
        code-creation,JS,10,20,0x700000,64,main /a\\x2Cb.js:1:1,0x7,~
        code-creation,JS,10,30,0x700100,64,get size /a\\x2Cb.js:9:5,0x8,~
        code-creation,JS,10,40,0x700200,64, /a\\x2Cb.js:20:3,0x9,~
        tick,0x700110,100,0,0x0,0,0x700010,+0x4
        tick,0x400010,200,0,0x0,0,0x700010
        tick,0x400020,300,0,0x0,1,0x700010
        tick,0x400020,400,0,0x0,8
        tick,0x400030,500,1,0x600010,6,0x700010
        code-move,0x700100,0x710000
        tick,0x710001,600,0,0x0,0,0x700208,overflow,-0x1f8
        code-delete,0x710000
        tick,0x710001,700,0,0x0,0,0x700010
        timer-event-start,V8.GC,800
        timer-event-end,V8.GC,900
        tick,damaged
        """;

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String samples(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_profiler_sample");
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < samples.rowCount(); i++) {
            out.append(samples.longs("ts").get(i) / 1000);
            for (int site = samples.ints("callsite_id").get(i);
                    site != IntColumn.NULL;
                    site = sites.ints("parent_id").get(site)) {
                int frame = sites.ints("frame_id").get(site);
                String name = storage.strings().get(frames.strings("name").get(frame));
                out.append(' ')
                        .append(
                                name == null
                                        ? Long.toHexString(
                                                frames.longs("rel_pc").get(frame))
                                        : name);
            }
            out.append('\n');
        }
        return out.toString();
    }

    @Test
    void recognizesLogsByTheirFirstWord() {
        V8LogImporter importer = new V8LogImporter();
        assertTrue(importer.sniff(LOG.getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff("v8-version 11\n".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void resolvesAddressesWithTheCodeAtTheTimeOfTheTick() throws Exception {
        assertEquals("""
            100 get size main main
            200 10 main
            300 (garbage collector) main
            500 Call_ReceiverIsAny main
            600 get size (anonymous) main
            700 [unknown] main
            """, samples(read(LOG)));
    }

    @Test
    void derivesTheSourceFromTheName() {
        assertEquals(new V8Function("get size", "/a,b.js", 9), V8Function.parse("get size /a,b.js:9:5"));
        assertEquals(new V8Function("(anonymous)", "node:fs", 3), V8Function.parse(" node:fs:3:1"));
        assertEquals(new V8Function("f", "file:///my dir/a.js", 3), V8Function.parse("f file:///my dir/a.js:3:1"));
        assertEquals(new V8Function("old", "a.js", 7), V8Function.parse("old a.js:7"));
        assertEquals(new V8Function("Builtin:with:colons", null, 0), V8Function.parse("Builtin:with:colons"));
        assertEquals(new V8Function("(anonymous)", null, 0), V8Function.parse(""));
    }

    @Test
    void readsTimersAndCountsDamagedLines() throws Exception {
        TraceStorage storage = read(LOG);
        Table slices = storage.table("__intrinsic_slice");
        assertEquals("V8.GC", storage.strings().get(slices.strings("name").get(0)));
        assertEquals(100_000, slices.longs("dur").get(0));
        assertEquals(1, stat(storage, "v8_log_line_skipped"));
    }

    @Test
    void readsLogsWithoutTimesOfCodeCreation() throws Exception {
        assertEquals(
                "50 f\n",
                samples(read("shared-library,\"/bin/d8\",0x1000,0x2000,0\n"
                        + "code-creation,LazyCompile,0,0x9000,32,\"f a.js:3\",0x1,~\n"
                        + "tick,0x9004,50,0,0x0,0\n")));
    }

    @Test
    void removesQuotesOfOldVersions() throws Exception {
        TraceStorage storage = read("shared-library,\"/bin/d8\",0x1000,0x2000\n"
                + "timer-event-start,\"V8.GC\",5\ntimer-event-end,\"V8.GC\",9\ntick,0x1004,50,0,0x0,0\n");
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        assertEquals("/bin/d8", storage.strings().get(mappings.strings("name").get(mappings.rowCount() - 1)));
        assertEquals(
                "V8.GC",
                storage.strings()
                        .get(storage.table("__intrinsic_slice").strings("name").get(0)));
    }

    @Test
    void derivesMissingTimesFromTheTickInterval() throws Exception {
        assertEquals("2000 f f\n4000 f (compiler)\n6000 (garbage collector) f\n10000 [unknown]\n", samples(read("""
            shared-library,"/bin/node",0x1000,0x2000
            code-creation,Stub,0x8000,64,"CEntryStub"
            code-creation,LazyCompile,0x9000,32,"f a.js:3",0x1234,~
            profiler,"begin",2
            tick,0x9004,0x7fff5fbfef88,0,0x0,0,0x9010
            tick,0x9004,0x7fff5fbfef88,0,0x0,2
            tick,0x1004,0x7fff5fbfef88,0,0x0,1,0x9010
            tick,0x1004,0x7fff5fbfef88,0,0x0,5
            tick,0x7004,0x7fff5fbfef88,0,0x0,4
            profiler,"end"
            """)));
    }

    @Test
    void refusesLogsWithoutTicks() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> read("v8-version,11,3\ncode-creation,JS,10,20,0x7000,64,main /a.js:1:1\n"));
        assertTrue(problem.getMessage()
                .endsWith("is a V8 log without ticks, so it has no samples; record one with" + " `node --prof`"));
    }

    @Test
    void readsPreprocessedLogs() throws Exception {
        String json = """
            {"code":[{"name":"T node::Run(int)","type":"CPP"},{"name":"f /a.js:3:1","type":"JS","kind":"Opt","func":0}],
             "functions":[{"name":"f /a.js:3:1","codes":[1]}],
             "ticks":[{"tm":100,"vm":0,"s":[1,20,-1,4,1,8]},{"tm":200,"vm":1,"s":[0,7]},{"tm":300,"vm":8,"s":[0,7]},{"tm":400,"vm":5,"s":[0,7]}]}
            """;
        assertEquals("100 f f\n200 (garbage collector)\n400 node::Run(int)\n", samples(read(json)));
        DamagedFile.assertSurvives(json.getBytes(StandardCharsets.UTF_8), 10);
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(LOG.getBytes(StandardCharsets.UTF_8), 11);
    }
}
