package traceglass.analysis.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests delivery of results that are canceled or replaced just after the work ended.
class QueryPoolTest {

    private final List<String> delivered = new ArrayList<>();

    /// Substitute for the JavaFX thread.
    private final ExecutorService receiver = Executors.newSingleThreadExecutor();

    private QueryPool pool() {
        return new QueryPool(() -> DriverManager.getConnection("jdbc:duckdb:"), receiver);
    }

    private void awaitIdle(QueryPool pool) throws Exception {
        while (!pool.isIdle()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        receiver.submit(() -> {}).get(60, TimeUnit.SECONDS);
    }

    @AfterEach
    void stopReceiver() {
        receiver.shutdownNow();
    }

    /// Lets the pool finish work while the receiver is blocked, and then runs an action there before the result can
    /// be delivered.
    private void runBeforeDelivery(QueryPool pool, Runnable task) throws Exception {
        receiver.submit(() -> {
                    CountDownLatch workDone = new CountDownLatch(1);
                    Thread[] worker = new Thread[1];
                    pool.submit(
                            "a purpose",
                            q -> {
                                worker[0] = Thread.currentThread();
                                workDone.countDown();
                                return "old";
                            },
                            delivered::add,
                            e -> delivered.add("failed"));
                    workDone.await();
                    // A worker that waits for more work has submitted its result.
                    while (worker[0].getState() != Thread.State.WAITING) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    task.run();
                    return null;
                })
                .get(60, TimeUnit.SECONDS);
        awaitIdle(pool);
    }

    @Test
    void aResultCanceledBeforeDeliveryIsNotDelivered() throws Exception {
        try (QueryPool pool = pool()) {
            runBeforeDelivery(pool, () -> pool.cancel("a purpose"));
            assertEquals(List.of(), delivered);
        }
    }

    @Test
    void heldWorkStartsOnReleaseAndKeepsThePoolBusyUntilThen() throws Exception {
        try (QueryPool pool = pool()) {
            CompletableFuture<Void> event = new CompletableFuture<>();
            CountDownLatch begun = new CountDownLatch(1);
            pool.holdUntil(event);
            pool.submit(
                    "held",
                    q -> {
                        begun.countDown();
                        return "held";
                    },
                    delivered::add,
                    e -> delivered.add("failed"));
            pool.submit("canceled", q -> "canceled", delivered::add, e -> delivered.add("failed"));
            pool.cancel("canceled");
            assertFalse(pool.isIdle());
            assertEquals(1, begun.getCount());
            event.complete(null);
            begun.await();
            pool.submit("later", q -> "later", delivered::add, e -> delivered.add("failed"));
            awaitIdle(pool);
            assertEquals(2, delivered.size());
            assertEquals(Set.of("held", "later"), Set.copyOf(delivered));
        }
    }

    @Test
    void aNewerRequestReplacesAnUndeliveredResult() throws Exception {
        try (QueryPool pool = pool()) {
            runBeforeDelivery(
                    pool, () -> pool.submit("a purpose", q -> "new", delivered::add, e -> delivered.add("failed")));
            assertEquals(List.of("new"), delivered);
        }
    }
}
