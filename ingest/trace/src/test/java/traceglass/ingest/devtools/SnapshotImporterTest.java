package traceglass.ingest.devtools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class SnapshotImporterTest {

    /// A Perfetto trace with an instant `x` at 1 µs.
    private static final byte[] TRACE = HexFormat.of().parseHex("0a0f40e807500168015a064803ba010178");

    private static byte[] file() throws Exception {
        try (InputStream in = SnapshotImporterTest.class.getResourceAsStream("/cases/devtools/events.json")) {
            return in.readAllBytes();
        }
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    private static boolean sniff(String text) {
        return new SnapshotImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recognizesSnapshots() throws Exception {
        assertTrue(new SnapshotImporter().sniff(file()));
        assertFalse(sniff("{\"traceEvents\":[{\"name\":\"devToolsSnapshot\"}]}"));
        assertFalse(sniff("devToolsSnapshot"));
        assertFalse(sniff(""));
    }

    @Test
    void readsThePerfettoTraceOfASnapshotInBothForms() throws Exception {
        String numbers = Arrays.toString(TRACE);
        String text = '"' + Base64.getEncoder().encodeToString(TRACE) + '"';
        for (String bytes : new String[] {numbers, text}) {
            TraceStorage storage = read("{\"devToolsSnapshot\":true,\"performance\":{\"traceBinary\":" + bytes
                    + ",\"flutterFrames\":[{\"number\":1,\"startTime\":2,\"elapsed\":3}]}}");
            assertEquals(2, slices(storage), bytes);
            assertEquals(1000, storage.table("__intrinsic_slice").longs("ts").get(0));
            assertEquals(2000, storage.table("__intrinsic_slice").longs("ts").get(1));
        }
    }

    @Test
    void readsEventsOutsidePages() throws Exception {
        assertEquals(
                1,
                slices(read("{\"devToolsSnapshot\":true,\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"pid\":1,"
                        + "\"tid\":1,\"ts\":1,\"dur\":2}]}")));
    }

    @Test
    void refusesSnapshotsOfOtherPages() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> read("{\"devToolsSnapshot\":true,\"activeScreenId\":\"memory\"}"));
        assertTrue(problem.getMessage().contains("performance"), problem.getMessage());
    }

    @Test
    void countsSnapshotsThatEndEarly() throws Exception {
        String text = new String(file(), StandardCharsets.UTF_8);
        TraceStorage storage = read(text.substring(0, text.indexOf("\"cpu-profiler\"") + 20));
        assertEquals(1, stat(storage, "devtools_truncated"));
        assertEquals(3, slices(storage));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedInputs.checkFlipped(new SnapshotImporter(), file());
        DamagedInputs.checkTruncated(new SnapshotImporter(), file(), (storage, fiftieths) -> assertTrue(fiftieths > 0));
        DamagedFile.assertSurvives(file(), 14);
    }
}
