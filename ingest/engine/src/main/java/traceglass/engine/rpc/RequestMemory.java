package traceglass.engine.rpc;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Limits the total memory of large requests of all clients. When the limit is reached, only the oldest request
/// that is still being received continues and the others wait, so that requests complete one at a time. A
/// client that stalls or is slow is disconnected if others have to wait.
public final class RequestMemory {

    /// Size up to which requests are not counted.
    public static final int MAX_UNCOUNTED_BYTES = 64 << 10;

    private static final RequestMemory SHARED =
            new RequestMemory(Runtime.getRuntime().maxMemory() / 8, Duration.ofSeconds(10), Duration.ofSeconds(60));

    /// Minimum rate of a client that is not slow, in bytes per second.
    private static final long RATE = 100_000;

    private static final long CHECK_MS = 200;

    private final long maxBytes;
    private final long graceNs;
    private final long timeoutNs;
    /// Requests in the order in which they started.
    private final Set<Request> requests = new LinkedHashSet<>();
    private long used;

    /// @param maxBytes limit in bytes for all requests except the oldest one
    /// @param grace time after which a request that stalls, or was slow since its start, is too slow
    /// @param timeout longest time that a request waits for memory
    public RequestMemory(long maxBytes, Duration grace, Duration timeout) {
        this.maxBytes = maxBytes;
        graceNs = grace.toNanos();
        timeoutNs = timeout.toNanos();
    }

    /// Returns an instance with an eighth of this process's heap as limit.
    public static RequestMemory ofProcess() {
        return SHARED;
    }

    /// Starts a large request.
    ///
    /// @param disconnect ends the connection of its client; must not block
    public Request begin(Runnable disconnect) {
        synchronized (this) {
            Request request = new Request(disconnect);
            requests.add(request);
            return request;
        }
    }

    /// The memory of one request. Close it when the request's bytes are no longer needed. Thread-safe.
    public final class Request implements AutoCloseable {

        private final Runnable disconnect;
        /// Start time plus the time that the request has waited.
        private long startNs = System.nanoTime();
        private long lastNs = startNs;
        private long bytes;
        private boolean isWaiting;
        private boolean isComplete;
        private boolean isDisconnected;

        private Request(Runnable disconnect) {
            this.disconnect = disconnect;
        }

        /// Reserves memory for more bytes, waiting if necessary.
        ///
        /// @throws IOException if there is not enough memory for a long time
        public void reserve(int count) throws IOException {
            synchronized (RequestMemory.this) {
                long sinceNs = System.nanoTime();
                isWaiting = true;
                try {
                    while (used + count > maxBytes && requests.contains(this) && !isOldest()) {
                        waitForOthers(sinceNs);
                    }
                } finally {
                    isWaiting = false;
                    lastNs = System.nanoTime();
                    startNs += lastNs - sinceNs;
                }
                if (requests.contains(this)) {
                    bytes += count;
                    used += count;
                }
            }
        }

        private boolean isOldest() {
            for (Request other : requests) {
                if (!other.isComplete) {
                    return other == this;
                }
            }
            return false;
        }

        private boolean isSlow(long nowNs) {
            long ageNs = nowNs - startNs;
            boolean isSlow = nowNs - lastNs > graceNs || ageNs > graceNs && bytes < ageNs / 1e9 * RATE;
            return isSlow && !isWaiting && !isComplete && !isDisconnected;
        }

        /// Marks the request as fully received.
        public void complete() {
            synchronized (RequestMemory.this) {
                isComplete = true;
                // Another request is now the oldest.
                RequestMemory.this.notifyAll();
            }
        }

        @Override
        public void close() {
            synchronized (RequestMemory.this) {
                if (requests.remove(this)) {
                    used -= bytes;
                    RequestMemory.this.notifyAll();
                }
            }
        }
    }

    // Callers check their condition in a loop.
    @SuppressWarnings("WaitNotInLoop")
    private void waitForOthers(long sinceNs) throws IOException {
        long nowNs = System.nanoTime();
        if (nowNs - sinceNs > timeoutNs) {
            throw new IOException("There are too many large requests at once; try again later");
        }
        // Iterates over a copy, because disconnecting can close a request immediately.
        for (Request other : List.copyOf(requests)) {
            if (other.isSlow(nowNs)) {
                other.isDisconnected = true;
                other.disconnect.run();
            }
        }
        try {
            wait(CHECK_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The thread was interrupted while it waited for memory", e);
        }
    }
}
