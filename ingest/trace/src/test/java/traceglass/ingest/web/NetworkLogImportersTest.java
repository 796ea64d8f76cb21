package traceglass.ingest.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.TraceStorage;

class NetworkLogImportersTest {

    private static byte[] file(String name) throws Exception {
        try (InputStream in = NetworkLogImportersTest.class.getResourceAsStream("/cases/web/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    @Test
    void recognizesFilesByTheirContent() throws Exception {
        assertEquals("har", DamagedFile.type(file("page.json")));
        assertEquals("netlog", DamagedFile.type(file("chrome.json")));
        assertEquals("moz_log", DamagedFile.type(file("firefox.log")));
        assertEquals("safari_timeline", DamagedFile.type(file("safari.json")));
        assertFalse(new HarImporter().sniff(bytes("{\"log\":{\"lines\":[]}}")));
        assertFalse(new NetLogImporter().sniff(bytes("{\"constants\":{\"pi\":3}}")));
        assertFalse(new MozLogImporter().sniff(bytes("2024-05-01 10:00:00 [main] INFO started\n")));
    }

    /// The list of pages or of field trials may be longer than the inspected bytes.
    @Test
    void recognizesFilesWhoseListsAreLong() {
        String pages = "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"x\"},\"pages\":[" + "{},".repeat(6000);
        assertTrue(new HarImporter().sniff(bytes(pages.substring(0, 16_384))));
        String trials = "{\"constants\":{\"activeFieldTrialGroups\":[" + "\"trial\",".repeat(6000);
        assertTrue(new NetLogImporter().sniff(bytes(trials.substring(0, 16_384))));
    }

    @Test
    void readsEmptyFiles() throws Exception {
        assertEquals(0, slices(DamagedFile.read(bytes("{\"log\":{\"version\":\"1.2\",\"entries\":[]}}"))));
        assertEquals(0, slices(DamagedFile.read(bytes("{\"constants\":{\"logEventTypes\":{}},\"events\":[]}"))));
    }

    @Test
    void readsTimesWithAndWithoutFractions() {
        assertEquals(1_714_557_600_000_000_000L, HarRequests.parseTime("2024-05-01T10:00:00Z"));
        assertEquals(1_714_557_600_123_456_000L, HarRequests.parseTime("2024-05-01T12:00:00.123456+02:00"));
        assertEquals(-1, HarRequests.parseTime("2024-05-01"));
        assertEquals(-1, HarRequests.parseTime("+999999999-01-01T00:00:00Z"));
    }

    @Test
    void keepsTheEntriesBeforeTheEndOfATruncatedFile() throws Exception {
        byte[] har = file("page.json");
        DamagedInputs.check(new HarImporter(), har, NetworkLogImportersTest::slices);
        byte[] truncated = Arrays.copyOf(har, har.length - 10);
        assertEquals(1, ImportedStats.stat(DamagedInputs.read(new HarImporter(), truncated), "network_log_truncated"));
        DamagedInputs.check(new NetLogImporter(), file("chrome.json"), NetworkLogImportersTest::slices);
        DamagedInputs.check(new SafariTimelineImporter(), file("safari.json"), storage -> slices(storage) > 0 ? 1 : 0);
        DamagedInputs.check(
                new MozLogImporter(),
                file("firefox.log"),
                s -> s.table("__intrinsic_logs").rowCount());
    }
}
