package traceglass.app.window.stage;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import traceglass.app.task.FxThread;

/// Returns unused heap memory to the system while the windows are idle. The heap grows by hundreds of megabytes during
/// an import or a large query, and the garbage would stay until the heap is full again. Only a full collection frees
/// all of it, but it stops all threads for several tenths of a second. It therefore waits until there has been no input
/// for a while. Used on the JavaFX thread.
final class IdleCollector {

    /// Time without input after which a collection does not disturb the user.
    private static final long IDLE_NS = 5_000_000_000L;
    /// Growth of the heap since the last collection that makes another one worthwhile.
    private static final long MIN_GROWTH_BYTES = 64L << 20;

    /// Minimum time between collections of a heap that has not grown. The user may have closed what needed it, but may
    /// also still look at it; the time doubles with each collection that frees little.
    private static final long PAUSE_NS = 60_000_000_000L;

    /// The virtual machine and the clock.
    interface Platform {

        /// Returns the current time, as `System.nanoTime`.
        long now();

        /// Returns the bytes of the heap that are backed by memory.
        long heapBytes();

        /// Starts a full collection in the background.
        ///
        /// @param whenDone run on the JavaFX thread
        void collect(Runnable whenDone);

        /// Runs an action on the JavaFX thread after a delay.
        void runLater(long delayNs, Runnable action);
    }

    private final Platform platform;
    private final BooleanSupplier isBusy;
    private long usedNs;
    private boolean isWaiting;
    /// Time of the last collection, and the size of the heap after it.
    private long collectedNs;
    private long collectedBytes;
    /// Minimum time until the next collection if the heap does not grow.
    private long pauseNs = PAUSE_NS;
    /// Size of the heap after the collection that left the least since the last change of a trace.
    private long leastBytes;

    /// @param isBusy returns whether a window is working, for example opening or recording a trace
    IdleCollector(BooleanSupplier isBusy) {
        this(isBusy, new VirtualMachine());
    }

    IdleCollector(BooleanSupplier isBusy, Platform platform) {
        this.isBusy = isBusy;
        this.platform = platform;
    }

    /// The user or the program has done something in a window.
    void onUse() {
        usedNs = platform.now();
        if (!isWaiting) {
            waitFor(IDLE_NS);
        }
    }

    /// A window has another trace, or none: most of the heap may be garbage now, even if the heap has not grown.
    void onTraceChange() {
        collectedBytes = 0;
        leastBytes = 0;
        onUse();
    }

    private void waitFor(long ns) {
        isWaiting = true;
        platform.runLater(ns, this::collectIfIdle);
    }

    private void collectIfIdle() {
        if (isBusy.getAsBoolean()) {
            // Its garbage has to be collected even if there is no more input.
            waitFor(IDLE_NS);
            return;
        }
        long heapBytes = platform.heapBytes();
        boolean hasGrown = heapBytes > collectedBytes + MIN_GROWTH_BYTES;
        if (!hasGrown && heapBytes <= leastBytes + MIN_GROWTH_BYTES) {
            isWaiting = false;
            return;
        }
        long idleNs = platform.now() - usedNs;
        long restNs = IDLE_NS - idleNs;
        if (!hasGrown) {
            restNs = Math.max(restNs, collectedNs + pauseNs - platform.now());
        }
        if (restNs > 0) {
            // The heap may grow before a long pause has ended.
            waitFor(Math.min(restNs, PAUSE_NS));
        } else {
            isWaiting = false;
            platform.collect(() -> collected(heapBytes, hasGrown));
        }
    }

    private void collected(long bytesBefore, boolean hadGrown) {
        collectedNs = platform.now();
        collectedBytes = platform.heapBytes();
        pauseNs = hadGrown || collectedBytes < bytesBefore - MIN_GROWTH_BYTES ? PAUSE_NS : 2 * pauseNs;
        leastBytes = leastBytes == 0 ? collectedBytes : Math.min(leastBytes, collectedBytes);
    }

    private static final class VirtualMachine implements Platform {

        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public long heapBytes() {
            return Runtime.getRuntime().totalMemory();
        }

        @Override
        public void collect(Runnable whenDone) {
            Thread.ofPlatform().daemon().name("idle-collector").start(() -> {
                System.gc();
                FxThread.later(whenDone);
            });
        }

        @Override
        public void runLater(long delayNs, Runnable action) {
            // An animation of JavaFX would request frames during the delay.
            CompletableFuture.delayedExecutor(delayNs, TimeUnit.NANOSECONDS, FxThread::later)
                    .execute(action);
        }
    }
}
