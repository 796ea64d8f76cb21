package traceglass.app.window.opening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.launch.SampleTrace;
import traceglass.store.database.StoreOptions;

class WarmUpTest {

    @TempDir
    private Path folder;

    private static void await(WarmUp warmUp) throws InterruptedException {
        for (int i = 0; i < 1_200 && !warmUp.isOver(); i++) {
            Thread.sleep(100);
        }
        assertTrue(warmUp.isOver());
    }

    private void assertNoFilesRemain() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void importsTheSampleSeveralTimesAndLeavesNoFiles() throws Exception {
        WarmUp warmUp = new WarmUp(SampleTrace::file, StoreOptions.cachedIn(folder));
        warmUp.start();
        await(warmUp);
        assertEquals(WarmUp.ROUNDS, warmUp.rounds());
        assertNoFilesRemain();
    }

    @Test
    void stopsWhenATraceIsOpened() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch canceled = new CountDownLatch(1);
        WarmUp warmUp = new WarmUp(
                () -> {
                    started.countDown();
                    canceled.await();
                    return SampleTrace.file();
                },
                StoreOptions.cachedIn(folder));
        warmUp.start();
        started.await();
        warmUp.cancel();
        canceled.countDown();
        await(warmUp);
        assertEquals(0, warmUp.rounds());
        assertNoFilesRemain();
    }

    @Test
    void aMissingSampleIsIgnored() throws Exception {
        WarmUp warmUp = new WarmUp(() -> folder.resolve("gone"), StoreOptions.cachedIn(folder));
        warmUp.start();
        await(warmUp);
        assertEquals(0, warmUp.rounds());
    }
}
