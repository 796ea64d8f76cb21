package traceglass.ingest.jfr;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class JfrMonitorsTest {

    @TempDir
    Path dir;

    @Name("test.Holding")
    static class MonitorHold extends Event {}

    private final Object monitor = new Object();
    private final CountDownLatch acquired = new CountDownLatch(1);

    private void waitForMonitor() {
        synchronized (monitor) {
            acquired.countDown();
            sleep(20);
        }
    }

    private static void sleep(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread startBlockedThread(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED) {
            sleep(1);
        }
        return thread;
    }

    @Test
    void arrowsLeadFromThePreviousOwnerToTheWaitingThread() throws Exception {
        TraceStorage s = DamagedInputs.read(new JfrImporter(), recording(0));
        Table slices = s.table("__intrinsic_slice");
        Table flows = s.table("__intrinsic_flow");
        Set<String> arrows = new TreeSet<>();
        for (int i = 0; i < flows.rowCount(); i++) {
            arrows.add(name(s, slices, flows.ints("slice_out").get(i)) + " > "
                    + name(s, slices, flows.ints("slice_in").get(i)));
        }
        assertTrue(arrows.contains("Holding > JavaMonitorEnter"), arrows.toString());
        assertTrue(arrows.contains("JavaMonitorEnter > JavaMonitorEnter"), arrows.toString());
    }

    @Test
    void findsOwnersWithoutReadingSlicesFromTheStore() throws Exception {
        byte[] recording = recording(3 * Table.CHUNK_ROWS);
        TraceStorage storage = new TraceStorage();
        Table slices = storage.table("__intrinsic_slice");
        slices.onSeal(table -> {
            while (table.firstChunk() < table.sealed() >> Table.CHUNK_BITS) {
                table.dropChunk(table.firstChunk());
            }
        });
        ImportSession session = new ImportSession(storage, new ImportProgress());
        TraceInput input = new TraceInput("test", new ByteArrayInputStream(recording), session.progress());
        new JfrImporter().read(input, session.context(0, 0));
        session.finish();
        assertTrue(slices.firstChunk() > 0);
        assertTrue(storage.table("__intrinsic_flow").rowCount() >= 2);
    }

    /// Records waits for a monitor, and then other events.
    private byte[] recording(int otherEvents) throws Exception {
        Path file = dir.resolve("contention.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ZERO);
            recording.enable(MonitorHold.class);
            recording.start();
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            Thread owner = new Thread(() -> {
                MonitorHold event = new MonitorHold();
                event.begin();
                synchronized (monitor) {
                    held.countDown();
                    await(release);
                }
                await(acquired);
                event.commit();
            });
            owner.start();
            held.await();
            Thread first = startBlockedThread(this::waitForMonitor);
            Thread second = startBlockedThread(this::waitForMonitor);
            release.countDown();
            owner.join();
            first.join();
            second.join();
            for (int i = 0; i < otherEvents; i++) {
                new MonitorHold().commit();
            }
            recording.stop();
            recording.dump(file);
        }
        return Files.readAllBytes(file);
    }

    private static String name(TraceStorage s, Table slices, int row) {
        return s.strings().get(slices.strings("name").get(row));
    }
}
