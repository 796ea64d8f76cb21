package traceglass.ingest.callgrind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class CallgrindImporterTest {

    /// `main` calls `parse` and `draw`, which both call `read`.
    private static final String GRAPH = """
        # callgrind format
        version: 1
        creator: callgrind-3.22.0
        cmd: ./demo
        positions: line
        events: Ir Dr

        ob=(1) /bin/demo
        fl=(1) main.c
        fn=(1) main
        1 10 1
        cfn=(2) parse
        calls=1 20
        2 60
        cfi=(2) draw.c
        cfn=(3) draw
        calls=1 5
        +1 30 5

        fn=(2)
        20 20
        cob=(2) libc.so
        cfn=(4) read
        calls=2 0
        21 40

        fl=(2)
        fn=(3)
        5 10 5
        cob=(2)
        cfi=(1)
        cfn=(4)
        calls=1 0
        * 20

        ob=(2)
        fl=(1)
        fn=(4)
        0 60
        totals: 100 6
        """;

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the values of a profile by stack.
    private static Map<String, Long> stacks(TraceStorage storage, int profile) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        Map<String, Long> out = new TreeMap<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            if (samples.ints("aggregate_profile_id").get(i) != profile) {
                continue;
            }
            String stack = "";
            for (int site = samples.ints("callsite_id").get(i);
                    site != IntColumn.NULL;
                    site = sites.ints("parent_id").get(site)) {
                stack = storage.strings()
                                .get(frames.strings("name")
                                        .get(sites.ints("frame_id").get(site)))
                        + (stack.isEmpty() ? "" : ";" + stack);
            }
            out.merge(stack, Math.round(samples.doubles("value").get(i)), Long::sum);
        }
        return out;
    }

    private static boolean accepts(String text) {
        return new CallgrindImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void looksForCalleesInTheFileOfInlinedCode() throws Exception {
        // Without cfi, the callee is in the current file, which is that of the inlined code.
        String text = """
            events: Ir
            fl=(1) main.c
            fn=(1) main
            1 10
            fi=(2) list.h
            7 5
            cfn=(2) grow
            calls=1 30
            8 50

            fn=(2)
            30 50
            """;
        assertEquals(Map.of("main", 15L, "main;grow", 50L), stacks(read(text), 0));
    }

    @Test
    void readsFilesOfFunctionsThatAreWrittenAsThoseOfInlinedCode() throws Exception {
        // Converters of Python profiles write fi instead of fl.
        String text = """
            events: Ticks
            fi=a.py
            fn=main
            1 10
            cfn=work
            cfi=b.py
            calls=2 5
            0 40

            fi=b.py
            fn=work
            5 40
            """;
        assertEquals(Map.of("main", 10L, "main;work", 40L), stacks(read(text), 0));
    }

    @Test
    void addsUpToTheTotalDespiteCycles() throws Exception {
        // The costs of calls between ping and pong include those of their callees.
        String text = """
            events: Ir
            fl=a.c
            fn=main
            1 10
            cfn=ping
            calls=1 2
            1 90

            fn=ping
            2 50
            cfn=pong
            calls=9 3
            2 200

            fn=pong
            3 40
            cfn=ping
            calls=8 2
            3 300
            """;
        assertEquals(
                100,
                stacks(read(text), 0).values().stream()
                        .mapToLong(Long::longValue)
                        .sum());
    }

    @Test
    void readsTargetsOfJumpsIntoOtherFiles() throws Exception {
        String text = """
            events: Ir
            fl=(1) a.c
            fn=(1) main
            1 10
            jfi=(2) b.h
            jcnd=1/2 7
            1
            fi=(2)
            cfn=(3) swap
            calls=1 7
            8 5

            fl=(2)
            fn=(3)
            7 5
            """;
        TraceStorage storage = read(text);
        assertEquals(Map.of("main", 10L, "main;swap", 5L), stacks(storage, 0));
        assertEquals(0, ImportedStats.stat(storage, "callgrind_line_skipped"));
    }

    @Test
    void recognizesHeaders() {
        assertTrue(accepts(GRAPH));
        assertTrue(accepts("desc: I1 cache: 32768 B\ncmd: ls\nevents: Ir\n"));
        assertFalse(accepts("desc: --massif\ncmd: ls\ntime_unit: i\n"));
        assertFalse(accepts("hello\nevents: 1\n"));
    }

    @Test
    void dividesCostsAmongCallers() throws Exception {
        TraceStorage storage = read(GRAPH);
        assertEquals(
                Map.of("main", 10L, "main;parse", 20L, "main;parse;read", 40L, "main;draw", 10L, "main;draw;read", 20L),
                stacks(storage, 0));
        assertEquals(Map.of("main", 1L, "main;draw", 5L), stacks(storage, 1));
    }

    @Test
    void countsRecursiveCallsOnce() throws Exception {
        TraceStorage storage =
                read("events: Ir\nfn=main\n1 10\ncfn=f\ncalls=1 1\n1 90\nfn=f\n1 90\ncfn=f\ncalls=9 1\n1 200\n");
        assertEquals(Map.of("main", 10L, "main;f", 90L), stacks(storage, 0));
        TraceStorage cycle =
                read("events: Ir\nfn=a\n1 10\ncfn=b\ncalls=1 1\n1 50\nfn=b\n1 40\ncfn=a\ncalls=1 1\n1 50\n");
        assertEquals(50L, stacks(cycle, 0).values().stream().mapToLong(v -> v).sum());
    }

    @Test
    void readsFlatProfilesAndXdebug() throws Exception {
        assertEquals(
                Map.of("main", 5L, "f", 7L),
                stacks(read("desc: x\ncmd: y\nevents: Ir\nfl=a.c\nfn=main\n1 2\n2 3\nfn=f\n9 7\nsummary: 12\n"), 0));
        TraceStorage xdebug = read("version: 1\n"
                + "creator: xdebug 3.2.0\n"
                + "events: Time_(10ns) Memory_(bytes)\n\n"
                + "fl=(1) php:internal\n"
                + "fn=(1) php::strlen\n"
                + "3 7 0\n\n"
                + "fl=(2) /a.php\n"
                + "fn=(2) {main}\n"
                + "1 100 64\n"
                + "cfl=(1)\n"
                + "cfn=(1)\n"
                + "calls=1 0 0\n"
                + "3 7 0\n");
        assertEquals(Map.of("{main}", 1000L, "{main};php::strlen", 70L), stacks(xdebug, 0));
        assertEquals(
                "nanoseconds",
                xdebug.strings()
                        .get(xdebug.table("__intrinsic_aggregate_profile")
                                .strings("sample_type_unit")
                                .get(0)));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(GRAPH.getBytes(StandardCharsets.UTF_8), 12);
    }
}
