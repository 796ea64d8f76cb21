package traceglass.ingest.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GcLogImporterTest {

    private static byte[] file(String name) throws Exception {
        try (InputStream in = GcLogImporterTest.class.getResourceAsStream("/cases/gclog/" + name)) {
            return in.readAllBytes();
        }
    }

    private static boolean sniff(String text) {
        return new GcLogImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recognizesLogs() {
        assertTrue(sniff("[0.012s][info][gc] Using Serial\n"));
        assertTrue(sniff("output\n[2024-03-01T10:20:30.507+0000][gc] GC(0) Pause Full 1M->1M(2M) 3.1ms\n"));
        assertTrue(sniff("1.234: [GC (Allocation Failure)  4K->5K(6K), 0.01 secs]\n"));
        assertFalse(sniff("[    0.012000] usb 1-1: GC(0)\n"));
        assertFalse(sniff("[{\"ph\":\"X\"}]"));
        assertFalse(sniff(""));
    }

    @Test
    void reportsALogWithoutCollections() throws Exception {
        String start = "[0.004s][info][gc] Using G1\n[0.005s][info][gc,init] CPUs: 8 total, 8 available\n";
        TraceStorage header = DamagedFile.read(start.getBytes(StandardCharsets.UTF_8));
        assertEquals(1, ImportedStats.stat(header, "gc_log_no_events"));
        String pause = start + "[0.050s][info][gc] GC(0) Pause Full (System.gc()) 1M->1M(8M) 3.1ms\n";
        TraceStorage log = DamagedFile.read(pause.getBytes(StandardCharsets.UTF_8));
        assertEquals(0, ImportedStats.stat(log, "gc_log_no_events"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{Heap before GC invocations=0 (full 0):\n par new generation   total 19136K, used 16993K\n",
                "2017-03-05T07:46:46.551-0500: 4.097: Total time for which application threads were stopped: 0.1"
                        + " seconds\n",
                "1.019: Application time: 0.9697840 seconds\n",
                "Java HotSpot(TM) 64-Bit Server VM (25.51-b03) for linux-amd64 JRE (1.8.0_51-b16), built on Jun  8"
                        + " 2015\n",
                "2014-03-01T00:01:27.461+0100: 0,0165: [GC pause (young), 0,0665670 secs]\n",
                "2014-03-12T21:18:26.029-0500: 13295.637: [GC2014-03-12T21:18:26.029-0500: 13295.637: [ParNew\n",
                "0.153: [GCAdaptiveSizePolicy::old generation size: collection: 1 (4194304) -> (8781824)\n"
            })
    void recognizesOldLogsByTheirFirstLine(String text) throws Exception {
        assertEquals("jvm_gc_log", DamagedFile.type(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.190: [GC 0.190: [ParNew: 16993K->2106K(19136K), 0.01 secs] 16993K->16425K(83008K), 0.02 secs]|GC",
                "9.5: [GC2014-03-12T21:18:26.029-0500: 9.500: [ParNew: 9K->1K(9K), 0.01 secs] 9K->1K(9K), 0.02"
                        + " secs]|GC",
                "2.0000: [GC remark 2022-08-01T17:17:33.426+0000: [GC ref-proc, 0.0001 secs], 0.02 secs]|GC remark",
                "1.5: [GC pause (young)0.333 (initial-mark), 0.02 secs]|GC pause (young) (initial-mark)",
                "2.472: [Pause Init Mark (process weakrefs), 20.000 ms]|Pause Init Mark (process weakrefs)",
                "3.344: [Concurrent cleanup 1613M->1361M(1636M), 20.000 ms]|Concurrent cleanup",
                "3.0: [GCAdaptiveSizePolicy::x: 1 [PSYoungGen: 9K->1K(9K)] 9K->1K(9K), 0.02 secs]|GC"
            })
    void omitsTimesFromTheNamesOfPauses(String line, String name) throws Exception {
        TraceStorage storage = DamagedFile.read(line.getBytes(StandardCharsets.UTF_8));
        Table slices = storage.table("__intrinsic_slice");
        assertEquals(1, slices.rowCount());
        assertEquals(name, storage.strings().get(slices.strings("name").get(0)));
        assertEquals(20_000_000, slices.longs("dur").get(0));
    }

    @Test
    void readsLinesWithManyDecorations() throws Exception {
        assertFalse(sniff("[a]".repeat(5000) + " GC(0) Pause Full 1.0ms\n"));
        String tags = "[1.000s][" + "a,".repeat(100_000) + "a]" + "[b]".repeat(100_000);
        TraceStorage storage = DamagedInputs.read(
                new GcLogImporter(),
                ("[0.1s][gc] Using G1\n" + tags + " GC(0) Pause Full 1.0ms\n").getBytes(StandardCharsets.UTF_8));
        assertEquals(1, storage.table("__intrinsic_slice").rowCount());
    }

    @Test
    void readsDecorationsInAnyOrder() {
        assertEquals(
                new LogLine(1_709_288_430_507_000_000L, 500_000_000, 42, "gc,heap", " text [x]"),
                LogLine.parse("[42][43][info][2024-03-01T10:20:30.507+0000][0.500s][gc,heap   ] text [x]"));
        assertEquals(
                1_709_288_430_507_000_000L,
                LogLine.parse("[1709288430507ms][gc] text").wallNs());
        assertEquals(500_000_000, LogLine.parse("[500ms][gc] text").uptimeNs());
        assertEquals(500, LogLine.parse("[500ns][gc] text").uptimeNs());
        assertNull(LogLine.parse("text"));
    }

    /// Pauses as ZGC logs them before JDK 21.
    @Test
    void readsCollectionsWithoutTheirDuration() throws Exception {
        TraceStorage storage = DamagedFile.read("""
            [0.995s][info][gc] Using The Z Garbage Collector
            [1.000s][info][gc,start] GC(0) Garbage Collection (Warmup)
            [1.221s][info][gc] GC(0) Garbage Collection (Warmup) 106M(0%)->88M(0%)
            [2,048s][info][gc] GC(1) Garbage Collection (Proactive) 208M(20%)->164M(16%)
            """.getBytes(StandardCharsets.UTF_8));
        Table slices = storage.table("__intrinsic_slice");
        assertEquals(2, slices.rowCount());
        assertEquals(221_000_000, slices.longs("dur").get(0));
        assertEquals(0, slices.longs("dur").get(1));
        assertEquals(
                "Garbage Collection (Proactive)",
                storage.strings().get(slices.strings("name").get(1)));
    }

    @Test
    void usesTheWallClockForLogsWithoutUptime() throws Exception {
        TraceStorage storage =
                DamagedFile.read("[2024-03-01T10:20:30.507+0000][gc] GC(0) Pause Full 1M->1M(2M) 7.000ms\n"
                        .getBytes(StandardCharsets.UTF_8));
        assertEquals(
                1_709_288_430_500_000_000L,
                storage.table("__intrinsic_slice").longs("ts").get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"g1.txt", "zgc.txt", "jdk8.txt"})
    void survivesDamage(String name) throws Exception {
        DamagedInputs.check(
                new GcLogImporter(),
                file(name),
                storage -> storage.table("__intrinsic_slice").rowCount());
        DamagedFile.assertSurvives(file(name), 7);
    }
}
