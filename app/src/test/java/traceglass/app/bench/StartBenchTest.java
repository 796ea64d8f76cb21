package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.io.Failure;
import traceglass.app.testing.SampleFile;
import traceglass.app.window.stage.StartMeasurement;
import traceglass.store.database.StoreOptions;

class StartBenchTest {

    @TempDir
    Path folder;

    @Test
    void theWindowIsShownBeforeTracksAndTracksBeforeTheWholeTrace() throws Exception {
        Path trace = SampleFile.in(folder);
        StoreOptions cached = StoreOptions.cachedIn(Files.createDirectory(folder.resolve("cache")));
        long before = System.nanoTime();
        StartMeasurement.Times first = StartMeasurement.run(trace, StartMeasurement.Opening.AT_START, cached, 60);
        assertFalse(first.fromCache());
        assertTrue(
                before < first.windowNs()
                        && first.windowNs() <= first.timelineNs()
                        && first.timelineNs() <= first.completeNs(),
                first.toString());
        assertTrue(StartMeasurement.run(trace, StartMeasurement.Opening.AT_START, cached, 60)
                .fromCache());
        StartMeasurement.Times later = StartMeasurement.run(trace, StartMeasurement.Opening.LATER, cached, 60);
        assertTrue(
                later.fromCache() && later.windowNs() < later.timelineNs() && later.timelineNs() <= later.completeNs(),
                later.toString());
        StartMeasurement.Times none = StartMeasurement.run(null, StartMeasurement.Opening.AT_START, cached, 60);
        assertEquals(0, none.timelineNs());
    }

    @Test
    void reportsWhyTheTraceCannotBeOpened() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear all, this is not a trace.");
        Failure failure = assertThrows(
                Failure.class,
                () -> StartBench.measureOnce(letter, StartMeasurement.Opening.AT_START, StoreOptions.uncached()));
        assertTrue(failure.getMessage().contains("letter.txt is not a trace"), failure.getMessage());
    }
}
