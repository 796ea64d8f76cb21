package traceglass.app.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/// What is handed to the JavaFX thread of work that ended just before nobody wanted it any more.
@ExtendWith(ApplicationExtension.class)
class QueryPoolTest {

    private final List<String> delivered = new ArrayList<>();

    @Start
    void start(Stage stage) {
        // Only the toolkit is needed.
    }

    /// Has the pool do work to its end while the JavaFX thread is held up, then does something there before the
    /// result can be handed over.
    private void endedBefore(QueryPool pool, Runnable then) throws Exception {
        WaitForAsyncUtils.asyncFx(() -> {
                    CountDownLatch worked = new CountDownLatch(1);
                    Thread[] worker = new Thread[1];
                    pool.submit(
                            "a purpose",
                            (c, cancel) -> {
                                worker[0] = Thread.currentThread();
                                worked.countDown();
                                return "old";
                            },
                            delivered::add,
                            e -> delivered.add("failed"));
                    worked.await();
                    // A worker that waits for more work has put its result on the way.
                    while (worker[0].getState() != Thread.State.WAITING) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    then.run();
                    return null;
                })
                .get(60, TimeUnit.SECONDS);
        WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, pool::isIdle);
        WaitForAsyncUtils.waitForFxEvents();
    }

    @Test
    void aResultThatWasCancelledOnItsWayIsNotDelivered() throws Exception {
        try (QueryPool pool = new QueryPool(() -> DriverManager.getConnection("jdbc:duckdb:"))) {
            endedBefore(pool, () -> pool.cancel("a purpose"));
            assertEquals(List.of(), delivered);
        }
    }

    @Test
    void whatIsHeldBeginsWhenItMayAndCountsAsBusyUntilThen() throws Exception {
        try (QueryPool pool = new QueryPool(() -> DriverManager.getConnection("jdbc:duckdb:"))) {
            CompletableFuture<Void> event = new CompletableFuture<>();
            CountDownLatch begun = new CountDownLatch(1);
            pool.holdUntil(event);
            pool.submit(
                    "held",
                    (c, cancel) -> {
                        begun.countDown();
                        return "held";
                    },
                    delivered::add,
                    e -> delivered.add("failed"));
            pool.submit("cancelled", (c, cancel) -> "cancelled", delivered::add, e -> delivered.add("failed"));
            pool.cancel("cancelled");
            assertFalse(pool.isIdle());
            assertEquals(1, begun.getCount());
            event.complete(null);
            begun.await();
            pool.submit("later", (c, cancel) -> "later", delivered::add, e -> delivered.add("failed"));
            WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, pool::isIdle);
            WaitForAsyncUtils.waitForFxEvents();
            assertEquals(2, delivered.size());
            assertEquals(Set.of("held", "later"), Set.copyOf(delivered));
        }
    }

    @Test
    void aNewerRequestTakesThePlaceOfAResultOnItsWay() throws Exception {
        try (QueryPool pool = new QueryPool(() -> DriverManager.getConnection("jdbc:duckdb:"))) {
            endedBefore(
                    pool,
                    () -> pool.submit("a purpose", (c, cancel) -> "new", delivered::add, e -> delivered.add("failed")));
            assertEquals(List.of("new"), delivered);
        }
    }
}
