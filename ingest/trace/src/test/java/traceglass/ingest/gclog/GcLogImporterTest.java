package traceglass.ingest.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
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

    @Test
    void readsLogsWithoutUptimeByTheWallClock() throws Exception {
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
