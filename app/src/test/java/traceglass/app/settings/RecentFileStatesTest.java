package traceglass.app.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentFileStatesTest {

    @TempDir
    Path folder;

    /// Actions for the JavaFX thread, which this test runs.
    private final BlockingQueue<Runnable> actions = new LinkedBlockingQueue<>();
    private final RecentTraces recent = RecentTraces.none();
    private int changes;

    private RecentFileStates states(Predicate<Path> exists, Predicate<Path> cached) {
        RecentFileStates states = new RecentFileStates(recent, exists, cached, actions::add);
        states.addListener(() -> changes++);
        return states;
    }

    private Path add(String name) throws Exception {
        Path file = Files.createFile(folder.resolve(name));
        recent.add(file, 1, "", RecentTraces.Thumbnail.NONE);
        return file;
    }

    private void runActions(int n) throws Exception {
        for (int i = 0; i < n; i++) {
            Runnable action = actions.poll(10, TimeUnit.SECONDS);
            assertNotNull(action, "no result of a check");
            action.run();
        }
    }

    private static List<Path> files(RecentFileStates states) {
        return states.existing().stream().map(RecentTraces.Entry::file).toList();
    }

    @Test
    void deletedTracesAreListedUntilTheyHaveBeenChecked() throws Exception {
        Path a = add("a.pftrace");
        Path b = add("b.pftrace");
        Files.delete(a);
        RecentFileStates states = states(Files::exists, file -> false);
        assertEquals(List.of(b, a), files(states));
        states.check();
        runActions(2);
        assertEquals(List.of(b), files(states));
        assertEquals(1, changes);
        Files.createFile(a);
        states.check();
        runActions(2);
        assertEquals(List.of(b, a), files(states));
        assertEquals(2, changes);
    }

    @Test
    void tracesInTheCacheAreMarkedOnceTheyHaveBeenChecked() throws Exception {
        Path a = add("a.pftrace");
        Path b = add("b.pftrace");
        RecentFileStates states = states(Files::exists, b::equals);
        assertFalse(states.isCached(b));
        states.check();
        runActions(2);
        assertTrue(states.isCached(b));
        assertFalse(states.isCached(a));
        assertEquals(1, changes);
    }

    @Test
    void aDiskThatDoesNotRespondHoldsUpNeitherTheCallerNorOtherFiles() throws Exception {
        Path stalled = add("stalled.pftrace");
        Path b = add("b.pftrace");
        CountDownLatch response = new CountDownLatch(1);
        AtomicInteger accesses = new AtomicInteger();
        RecentFileStates states = states(
                file -> {
                    if (file.equals(stalled)) {
                        accesses.incrementAndGet();
                        await(response);
                        return false;
                    }
                    return true;
                },
                b::equals);
        states.check();
        states.check();
        runActions(1);
        assertTrue(states.isCached(b));
        assertEquals(List.of(b, stalled), files(states));
        assertNull(actions.poll());
        response.countDown();
        runActions(1);
        assertEquals(List.of(b), files(states));
        assertEquals(2, changes);
        assertEquals(1, accesses.get(), "a file was checked while its last check had not ended");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
