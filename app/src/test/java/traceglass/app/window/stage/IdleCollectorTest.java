package traceglass.app.window.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleCollectorTest {

    private static final long MB = 1 << 20;

    private final FakePlatform platform = new FakePlatform();
    private boolean isBusy;
    private final IdleCollector collector = new IdleCollector(() -> isBusy, platform);

    /// The heap grows to 1,000 MB, and there is no more input.
    private void collectLargeHeap() {
        platform.heapBytes = 1000 * MB;
        collector.onUse();
        platform.pass(6);
    }

    @Test
    void collectsOnceAfterThereHasBeenNoInputForAWhile() {
        platform.heapBytes = 1000 * MB;
        collector.onUse();
        platform.pass(4);
        collector.onUse();
        platform.pass(4);
        assertEquals(0, platform.collections);
        platform.pass(2);
        assertEquals(1, platform.collections);
        platform.pass(100);
        assertEquals(1, platform.collections);
        assertEquals(List.of(), platform.waiting);
    }

    @Test
    void waitsUntilTheWindowsHaveFinishedTheirWork() {
        platform.heapBytes = 1000 * MB;
        isBusy = true;
        collector.onUse();
        platform.pass(60);
        assertEquals(0, platform.collections);
        isBusy = false;
        platform.pass(6);
        assertEquals(1, platform.collections);
    }

    @Test
    void collectsAgainOnlyIfTheHeapHasGrown() {
        collectLargeHeap();
        platform.heapBytes += 50 * MB;
        collector.onUse();
        platform.pass(6);
        assertEquals(1, platform.collections);
        platform.heapBytes += 50 * MB;
        collector.onUse();
        platform.pass(6);
        assertEquals(2, platform.collections);
    }

    @Test
    void collectsAHeapThatDidNotShrinkAgainAfterAMinute() {
        collectLargeHeap();
        platform.liveBytes = 500 * MB;
        collectLargeHeap();
        assertEquals(2, platform.collections);
        platform.liveBytes = 200 * MB;
        collector.onUse();
        platform.pass(50);
        assertEquals(2, platform.collections);
        platform.pass(15);
        assertEquals(3, platform.collections);
        assertEquals(List.of(), platform.waiting);
    }

    @Test
    void collectsTheGarbageOfWorkThatEndsWithoutInput() {
        collectLargeHeap();
        assertEquals(1, platform.collections);
        collector.onUse();
        isBusy = true;
        platform.pass(10);
        platform.heapBytes = 1000 * MB;
        platform.pass(10);
        isBusy = false;
        platform.pass(6);
        assertEquals(2, platform.collections);
        assertEquals(List.of(), platform.waiting);
    }

    @Test
    void collectsMoreRarelyWhileTheHeapStaysLarge() {
        collectLargeHeap();
        platform.liveBytes = 500 * MB;
        collectLargeHeap();
        assertEquals(2, platform.collections);
        for (int minutes = 0; minutes < 60; minutes++) {
            collector.onUse();
            platform.pass(60);
        }
        // After 1, 2, 4, 8, 16 and 32 minutes, which is more than an hour for the last one.
        assertEquals(7, platform.collections);
        platform.heapBytes = 1000 * MB;
        collector.onUse();
        platform.pass(60);
        assertEquals(8, platform.collections);
    }

    @Test
    void collectsTheGarbageOfAClosedTrace() {
        collectLargeHeap();
        collector.onTraceChange();
        platform.pass(6);
        assertEquals(2, platform.collections);
    }

    /// A clock that the test moves, and a heap.
    private static final class FakePlatform implements IdleCollector.Platform {

        private record Action(long atNs, Runnable run) {}

        private final List<Action> waiting = new ArrayList<>();
        private long nowNs;
        private long heapBytes;
        private long liveBytes = 200 * MB;
        private int collections;

        void pass(int seconds) {
            for (int i = 0; i < seconds; i++) {
                nowNs += 1_000_000_000L;
                for (Action action : List.copyOf(waiting)) {
                    if (action.atNs <= nowNs) {
                        waiting.remove(action);
                        action.run.run();
                    }
                }
            }
        }

        @Override
        public long now() {
            return nowNs;
        }

        @Override
        public long heapBytes() {
            return heapBytes;
        }

        @Override
        public void collect(Runnable whenDone) {
            collections++;
            heapBytes = liveBytes;
            whenDone.run();
        }

        @Override
        public void runLater(long delayNs, Runnable action) {
            waiting.add(new Action(nowNs + delayNs, action));
        }
    }
}
