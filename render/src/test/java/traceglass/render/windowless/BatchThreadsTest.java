package traceglass.render.windowless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// Checks the scheduling policies that Linux reports for the threads of this process.
class BatchThreadsTest {

    private static final int NORMAL = 0;
    private static final int BATCH = 3;
    /// Index of the policy, the 41st field of `stat`, among the fields after the name, which start with the third.
    private static final int POLICY = 41 - 3;

    @Test
    void onlyBackgroundThreadsAreBatchThreads() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self/task")));
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(3);
        for (String name : new String[] {"track-data-77", "timeline-frames", "tgtest-drawing"}) {
            Thread.ofPlatform().daemon().name(name).start(() -> {
                begun.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        begun.await();
        BatchThreads.markNow();
        Map<String, Integer> policies = policies();
        end.countDown();
        assertEquals(BATCH, policies.get("track-data-77"), policies::toString);
        assertEquals(BATCH, policies.get("timeline-frames"), policies::toString);
        assertEquals(NORMAL, policies.get("tgtest-drawing"), policies::toString);
        assertTrue(
                policies.entrySet().stream()
                        .filter(e -> e.getKey().startsWith("C1 Compiler"))
                        .allMatch(e -> e.getValue() == BATCH),
                policies::toString);
    }

    private static Map<String, Integer> policies() throws IOException {
        Map<String, Integer> policies = new TreeMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                try {
                    String stat = Files.readString(thread.resolve("stat"));
                    int end = stat.lastIndexOf(')');
                    policies.put(
                            stat.substring(stat.indexOf('(') + 1, end),
                            Integer.parseInt(stat.substring(end + 2).split(" ")[POLICY]));
                } catch (IOException e) {
                    // The thread has ended.
                    continue;
                }
            }
        }
        return policies;
    }
}
