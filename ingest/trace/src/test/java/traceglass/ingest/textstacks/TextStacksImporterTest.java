package traceglass.ingest.textstacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class TextStacksImporterTest {

    private static byte[] file(String name) throws Exception {
        try (InputStream in = TextStacksImporterTest.class.getResourceAsStream("/cases/textstacks/" + name)) {
            return in.readAllBytes();
        }
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedInputs.read(new TextStacksImporter(), text.getBytes(StandardCharsets.UTF_8));
    }

    private static double total(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        double sum = 0;
        for (int i = 0; i < samples.rowCount(); i++) {
            sum += samples.doubles("value").get(i);
        }
        return sum;
    }

    @Test
    void stacksThatLldbPrintsAtAStopAreReplacedByThoseOfACommand() throws Exception {
        String stop = "Process 5 stopped\n* thread #1, name = 'x'\n    frame #0: 0x1 a`f + 1\n";
        String command =
                "(lldb) bt\n* thread #1, name = 'x'\n  * frame #0: 0x1 a`f + 1\n    frame #1: 0x2 a`main + 1\n";
        assertEquals(1, total(read(stop)));
        assertEquals(1, total(read(stop + command)));
        assertEquals(2, total(read(stop + command + "(lldb) continue\n" + stop + command)));
        assertEquals(3, total(read(stop + "(lldb) continue\n" + stop + "(lldb) continue\n" + stop)));
    }

    @Test
    void readsLongFramesOfEuStackInLinearTime() {
        String text =
                "PID 5 - process\nTID 5:\n#0  0x00007fd78f939df2 g\n#1  0x1 f - x" + ".so".repeat(300_000) + " y\n";
        assertEquals(1, assertTimeoutPreemptively(Duration.ofSeconds(20), () -> total(read(text))));
    }

    @ParameterizedTest
    @CsvSource({
        "sample.txt,SAMPLE",
        "spindump.txt,SPINDUMP",
        "dtrace.txt,DTRACE",
        "bcc.txt,DTRACE",
        "bpftrace.txt,BPFTRACE",
        "bpftrace_json.json,BPFTRACE",
        "instruments.txt,INSTRUMENTS",
        "allocations.txt,INSTRUMENTS",
        "gdb.txt,DEBUGGER",
        "eu_stack.txt,DEBUGGER",
        "lldb.txt,DEBUGGER",
        "pmcstat.txt,PMCSTAT",
        "ghc.txt,GHC"
    })
    void recognizesTheTool(String name, StackTool tool) throws Exception {
        assertEquals(tool, StackTool.of(new String(file(name), StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main;run 3\nmain 4\n",
                "demo 42 [000] 1.5: cycles:\n\tffff main (/bin/demo)\n",
                "{\"type\": \"table\", \"data\": []}",
                "{\"traceEvents\":[]}",
                "Weight\tName\n1\tmain\n",
                "  42\n  43\n",
                "#0 a comment\nx=1\n",
                ""
            })
    void doesNotRecognizeOtherText(String text) {
        assertNull(StackTool.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sample.txt",
                "spindump.txt",
                "dtrace.txt",
                "bpftrace.txt",
                "bpftrace_json.json",
                "instruments.txt",
                "gdb.txt",
                "eu_stack.txt",
                "lldb.txt",
                "pmcstat.txt",
                "ghc.txt"
            })
    void survivesDamage(String name) throws Exception {
        DamagedInputs.check(
                new TextStacksImporter(),
                file(name),
                storage -> storage.table("__intrinsic_aggregate_sample").rowCount() > 0 ? 1 : 0);
        DamagedFile.assertSurvives(file(name), 5);
    }

    @Test
    void countsReportsThatEndEarly() throws Exception {
        String text = new String(file("sample.txt"), StandardCharsets.UTF_8);
        TraceStorage storage = read(text.substring(0, text.indexOf("Total number")));
        assertEquals(1, stat(storage, "text_stacks_truncated"));
        assertEquals(16, total(storage));
        assertEquals(1, stat(read("@[\n  a\n]: 1\n@[\n  b\n"), "text_stacks_truncated"));
        assertEquals(1, stat(read("    a`b\n    a`c\n    3\n\n    a`d\n"), "text_stacks_truncated"));
    }

    @Test
    void refusesTextWithoutStacks() {
        TraceProblem problem = assertThrows(TraceProblem.class, () -> read("Attaching 1 probe...\n@count[bash]: 7\n"));
        assertTrue(problem.getMessage().contains("@[kstack"), problem.getMessage());
    }

    @Test
    void readsStacksThatProbesOfDtracePrint() throws Exception {
        assertEquals(
                2,
                total(read("CPU     ID                    FUNCTION:NAME\n  0   1234   read:entry \n"
                        + "              libc`read+0x1\n              a`main\n\n  0   1234   read:entry \n"
                        + "              libc`read+0x1\n              a`other\n")));
    }

    @Test
    void readsWeightsOfInstrumentsInTheirUnits() throws Exception {
        String header = "Running Time\tSelf (ms)\t\tSymbol Name\n";
        assertEquals(4e6, total(read(header + "5.0ms  100.0%\t1\t \tmain\n4.0ms   80.0%\t3\t \t f\n")));
        assertEquals(1500, total(read("Weight\tSelf Weight\tSymbol Names\n1,5 µs 100%\t1,5 µs\tmain\n")));
        assertEquals(
                1234L << 10, total(read("Bytes Used\tCount\t\tSymbol Name\n 1,234 KB     100.0%\t1\t \tstart\n")) - 1);
    }

    /// Without `-P`, only the shares of the total are printed; old versions do not print source locations.
    @Test
    void readsTheSharesOfHaskellProfiles() throws Exception {
        String report = """
                \tMon Jan  1 00:00 2024 Time and Allocation Profiling Report  (Final)
                \ttotal time  =        1.00 secs   (1,000 ticks @ 1000 us, 1 processor)
                \ttotal alloc =          2,000 bytes  (excludes profiling overheads)
                COST CENTRE   MODULE               no.     entries  %time %alloc   %time %alloc
                MAIN          MAIN                 100           0    0.0    0.0   100.0  100.0
                 main         Main                 201           1  100.0   50.0   100.0   50.0
                """;
        assertEquals(1e9 + 1000, total(read(report)));
        assertEquals(1, stat(read(report.substring(0, report.indexOf("COST"))), "text_stacks_truncated"));
    }

    @Test
    void findsTheFunctionOfAnyFrameOfGdb() {
        assertEquals("main", DebuggerStacks.function("main (argc=1)"));
        assertEquals("a::b<(c)1>", DebuggerStacks.function("a::b<(c)1> (this=0x1)"));
        assertEquals("operator<", DebuggerStacks.function("operator< (a=1, b=2)"));
        assertEquals("A::operator->", DebuggerStacks.function("A::operator-> (this=0x1)"));
        assertEquals("f(int (*)(char))", DebuggerStacks.function("f(int (*)(char)) ()"));
        assertEquals("f", DebuggerStacks.function("f (s=\"< (\")"));
    }

    @Test
    void limitsTheDepthOfStacks() throws Exception {
        StringBuilder text = new StringBuilder("Attaching 1 probe...\n@[\n");
        for (int i = 0; i < 30_000; i++) {
            text.append("    f").append(i).append("+1\n");
        }
        TraceStorage storage = read(text.append("]: 3\n").toString());
        assertEquals(
                StackProfileWriter.MAX_DEPTH,
                storage.table("__intrinsic_stack_profile_callsite").rowCount());
        assertEquals(3, total(storage));
    }
}
