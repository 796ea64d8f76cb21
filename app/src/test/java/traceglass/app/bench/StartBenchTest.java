package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.Failure;
import traceglass.app.testing.SampleFile;
import traceglass.app.window.StartClock;
import traceglass.model.store.StoreOptions;

class StartBenchTest {

    @TempDir
    Path folder;

    @Test
    void theWindowComesFirstThenTracksThenTheWholeTrace() throws Exception {
        Path trace = SampleFile.in(folder);
        StoreOptions cached = StoreOptions.cachedIn(Files.createDirectory(folder.resolve("cache")));
        long before = System.nanoTime();
        StartClock.Times first = StartClock.run(trace, cached, 60);
        assertFalse(first.fromCache());
        assertTrue(before < first.windowNs() && first.windowNs() <= first.timelineNs() && first.timelineNs() <= first.completeNs(), first.toString());
        assertTrue(StartClock.run(trace, cached, 60).fromCache());
        StartClock.Times none = StartClock.run(null, cached, 60);
        assertEquals(0, none.timelineNs());
    }

    @Test
    void saysWhatKeepsTheTraceFromTheWindow() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear all, this is no trace.");
        Failure failure = assertThrows(Failure.class, () -> StartBench.once(letter, StoreOptions.uncached()));
        assertTrue(failure.getMessage().contains("letter.txt is no trace"), failure.getMessage());
    }
}
