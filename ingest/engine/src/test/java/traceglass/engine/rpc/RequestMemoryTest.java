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

    private static CompletableFuture<Void> reserveInBackground(RequestMemory.Request request, int bytes) {
        CompletableFuture<Void> reserved = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                request.reserve(bytes);
                reserved.complete(null);
            } catch (IOException e) {
                reserved.completeExceptionally(e);
            }
        });
        return reserved;
    }

    private static void assertIsWaiting(CompletableFuture<Void> reserved) {
        assertThrows(TimeoutException.class, () -> reserved.get(500, TimeUnit.MILLISECONDS));
    }

    @Test
    void requestsBeyondTheLimitCompleteOneAfterTheOther() throws Exception {
        RequestMemory memory = new RequestMemory(100, LONG, LONG);
        RequestMemory.Request first = memory.begin(NOTHING);
        RequestMemory.Request second = memory.begin(NOTHING);
        RequestMemory.Request third = memory.begin(NOTHING);
        first.reserve(60);
        second.reserve(40);
        CompletableFuture<Void> thirdReserves = reserveInBackground(third, 1);
        CompletableFuture<Void> secondReserves = reserveInBackground(second, 50);
        assertIsWaiting(thirdReserves);
        assertIsWaiting(secondReserves);
        // The oldest request can continue, so that it completes.
        first.reserve(1000);
        first.complete();
        secondReserves.get(30, TimeUnit.SECONDS);
        assertIsWaiting(thirdReserves);
        first.close();
        // The second call has no effect.
        first.close();
        thirdReserves.get(30, TimeUnit.SECONDS);
        assertIsWaiting(reserveInBackground(third, 10));
    }

    @Test
    void aRequestIsRefusedAfterItsMaximumWait() throws Exception {
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
        CompletableFuture<Void> reserved = reserveInBackground(waiting, 5);
        while (!reserved.isDone()) {
            Thread.sleep(20);
            fast.reserve(0);
        }
        reserved.get();
        assertFalse(lost.get());
    }

    @Test
    void aClosedRequestReservesNoMoreMemory() throws Exception {
        RequestMemory memory = new RequestMemory(100, LONG, LONG);
        RequestMemory.Request first = memory.begin(NOTHING);
        RequestMemory.Request second = memory.begin(NOTHING);
        first.reserve(100);
        CompletableFuture<Void> reserved = reserveInBackground(second, 50);
        assertIsWaiting(reserved);
        second.close();
        reserved.get(30, TimeUnit.SECONDS);
        first.close();
        memory.begin(NOTHING).reserve(100);
    }
}
