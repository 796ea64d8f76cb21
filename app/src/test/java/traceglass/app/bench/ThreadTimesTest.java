package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {

    /// Uses CPU time on a thread with this name, until it ends.
    private static void work(String name, long cpuNs) throws InterruptedException {
        Thread thread = Thread.ofPlatform().name(name).start(() -> {
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < cpuNs) {
                Thread.onSpinWait();
            }
        });
        thread.join();
    }

    @Test
    void countsThreadsThatHaveEnded() throws Exception {
        ThreadTimes.Times times;
        try (ThreadTimes measured = ThreadTimes.start(ThreadTimes.INTERVAL_MS)) {
            work("busy trace.json", 200_000_000);
            work("busy other.json", 200_000_000);
            var started = measured.started(7);
            assertEquals(Set.of("busy"), started.keySet());
            assertEquals(7, started.get("busy").wallNs());
            times = measured.stop();
        }
        double busyS = times.threadS().get("busy");
        // Each thread is read for the last time shortly before it ends.
        assertTrue(busyS > 0.2 && busyS <= 0.41, times.toString());
        assertTrue(times.longestS() >= busyS && times.totalS() >= times.longestS(), times.toString());
        double sumS = times.threadS().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        assertEquals(times.totalS(), sumS, times.totalS() / 2, times.toString());
    }
}
