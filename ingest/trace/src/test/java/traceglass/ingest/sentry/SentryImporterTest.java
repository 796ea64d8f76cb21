package traceglass.ingest.sentry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.TraceStorage;

class SentryImporterTest {

    private String profile;

    @BeforeEach
    void readCase() throws Exception {
        byte[] bytes = CaseBytes.of(Path.of(SentryImporterTest.class
                .getResource("/cases/sentry/transaction.json")
                .toURI()));
        profile = new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(bytes(text));
    }

    private static int samples(TraceStorage storage) {
        return storage.table("__intrinsic_profiler_sample").rowCount();
    }

    @Test
    void keepsTheSamplesBeforeDamage() throws Exception {
        TraceStorage truncated = read(profile.substring(0, profile.indexOf("3000000")));
        assertEquals(2, samples(truncated));
        assertEquals(1, stat(truncated, "sentry_truncated"));
        DamagedFile.assertSurvives(bytes(profile), 31);
    }

    @Test
    void readsSamplesRelativeToTheStartWithoutAValidTime() throws Exception {
        for (String time : new String[] {"yesterday", "+1000000000-12-31T23:59:59Z"}) {
            TraceStorage storage = read(profile.replace("2024-05-01T10:00:00.5Z", time));
            assertEquals(
                    1_000_000,
                    storage.table("__intrinsic_profiler_sample").longs("ts").get(0),
                    time);
        }
    }

    @Test
    void refusesDataWithoutSamples() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> read("{\"event_id\":\"0a\",\"platform\":\"native\",\"debug_meta\":{}}"));
        assertTrue(problem.getMessage().endsWith(" is Sentry data without profile samples"));
        assertThrows(TraceProblem.class, () -> read("{\"profile\":{\"samples\":[]}}"));
    }

    @Test
    void otherFormatsAreNotRecognized() {
        for (String other :
                new String[] {"[{\"profile\":{\"frames\":[]}}]", "{\"profile\":{\"nodes\":[]}}", "{}", ""}) {
            assertFalse(new SentryImporter().sniff(bytes(other)), other);
        }
    }
}
