package traceglass.engine.rpc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestMemoryTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Runnable NOTHING = () -> {};

    private static CompletableFuture<Void> inBackground(RequestMemory.Request request, int bytes) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                request.reserve(bytes);
                taken.complete(null);
            } catch (IOException e) {
                taken.completeExceptionally(e);
            }
        });
        return taken;
    }

    private static void assertIsWaiting(CompletableFuture<Void> taken) {
        assertThrows(TimeoutException.class, () -> taken.get(500, TimeUnit.MILLISECONDS));
    }

    @Test
    void requestsBeyondTheLimitAreCompletedOneAfterTheOther() throws Exception {
        RequestMemory memory = new RequestMemory(100, LONG, LONG);
        RequestMemory.Request first = memory.begin(NOTHING);
        RequestMemory.Request second = memory.begin(NOTHING);
        RequestMemory.Request third = memory.begin(NOTHING);
        first.reserve(60);
        second.reserve(40);
        CompletableFuture<Void> thirdTakes = inBackground(third, 1);
        CompletableFuture<Void> secondTakes = inBackground(second, 50);
        assertIsWaiting(thirdTakes);
        assertIsWaiting(secondTakes);
        // The oldest request can continue, so that it completes.
        first.reserve(1000);
        first.complete();
        secondTakes.get(30, TimeUnit.SECONDS);
        assertIsWaiting(thirdTakes);
        first.close();
        // The second call has no effect.
        first.close();
        thirdTakes.get(30, TimeUnit.SECONDS);
        assertIsWaiting(inBackground(third, 10));
    }

    @Test
    void aRequestIsRefusedAfterALongTime() throws Exception {
        RequestMemory memory = new RequestMemory(100, LONG, SHORT);
        memory.begin(NOTHING).reserve(90);
        RequestMemory.Request other = memory.begin(NOTHING);
        other.reserve(10);
        assertThrows(IOException.class, () -> other.reserve(1));
    }

    /// A client that sends quickly, has sent everything, or itself waits for memory stays connected.
    @Test
    void onlySlowClientsLoseTheirConnectionsToOthers() throws Exception {
        RequestMemory memory = new RequestMemory(2_000_000_000, SHORT, LONG);
        AtomicBoolean lost = new AtomicBoolean();
        RequestMemory.Request fast = memory.begin(() -> lost.set(true));
        fast.reserve(1_000_000_000);
        RequestMemory.Request complete = memory.begin(() -> lost.set(true));
        complete.reserve(10);
        complete.complete();
        RequestMemory.Request[] slow = {null};
        slow[0] = memory.begin(() -> slow[0].close());
        slow[0].reserve(5);
        RequestMemory.Request waiting = memory.begin(() -> lost.set(true));
        waiting.reserve(999_999_985);
        CompletableFuture<Void> taken = inBackground(waiting, 5);
        while (!taken.isDone()) {
            Thread.sleep(20);
            fast.reserve(0);
        }
        taken.get();
        assertFalse(lost.get());
    }

    @Test
    void aClosedRequestTakesNoMoreMemory() throws Exception {
        RequestMemory memory = new RequestMemory(100, LONG, LONG);
        RequestMemory.Request first = memory.begin(NOTHING);
        RequestMemory.Request second = memory.begin(NOTHING);
        first.reserve(100);
        CompletableFuture<Void> taken = inBackground(second, 50);
        assertIsWaiting(taken);
        second.close();
        taken.get(30, TimeUnit.SECONDS);
        first.close();
        memory.begin(NOTHING).reserve(100);
    }
}
