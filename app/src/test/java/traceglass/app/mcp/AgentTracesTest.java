package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.database.StoreOptions;

@Timeout(60)
class AgentTracesTest {

    @TempDir
    private Path folder;

    private final ExecutorService calls = Executors.newCachedThreadPool();
    private AgentTraces traces;

    @BeforeEach
    void createTraces() throws Exception {
        McpTraces.write(folder.resolve("t.txt"), 50);
        traces = new AgentTraces(
                AllowedFolders.of(List.of(folder)), StoreOptions.cachedIn(folder.resolve("cache")), List.of());
    }

    @AfterEach
    void close() {
        traces.close();
        calls.shutdownNow();
    }

    @Test
    void closingCancelsCallsThatOpenATraceAndWaitsForThem() throws Exception {
        // Takes long enough to import.
        McpTraces.writeLong(folder.resolve("long.txt"));
        CountDownLatch started = new CountDownLatch(1);
        Future<AgentTrace> importing = calls.submit(() -> traces.open("long.txt", (phase, done, total) -> {
            started.countDown();
            return true;
        }));
        started.await();
        CountDownLatch hasStarted = new CountDownLatch(1);
        Future<AgentTrace> waiting = calls.submit(() -> traces.open("long.txt", (phase, done, total) -> {
            hasStarted.countDown();
            return true;
        }));
        hasStarted.await();

        traces.close();
        List<Path> cached = filesInCache();
        assertTrue(fails(importing), "the call that opens the trace was not canceled");
        assertTrue(fails(waiting), "the call that waited opened the trace after closing");
        assertEquals(cached, filesInCache(), "closed while a call was still writing to the cache");
    }

    private List<Path> filesInCache() throws IOException {
        Path cache = folder.resolve("cache");
        if (!Files.exists(cache)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(cache)) {
            return files.sorted().toList();
        }
    }

    @Test
    void nothingIsOpenedAfterClosing() {
        traces.close();
        ToolProblem problem = assertThrows(ToolProblem.class, () -> traces.open("t.txt", (phase, done, total) -> true));
        assertEquals(McpTexts.CANCELED, problem.getMessage());
    }

    private static boolean fails(Future<?> call) throws InterruptedException {
        try {
            call.get();
            return false;
        } catch (ExecutionException e) {
            return e.getCause() instanceof ToolProblem;
        }
    }
}
