package traceglass.service.probe;

/// Number of bytes that the probes have written and the service has not stored yet. Probes wait while there are too
/// many; meanwhile data collects in the kernel's buffers, which are bounded and count lost data.
final class PendingBytes {

    private static final long MAX_BYTES = 16 << 20;

    private long bytes;
    private boolean isClosed;

    /// Waits for space.
    ///
    /// @return false if the service no longer stores data
    synchronized boolean add(int size) {
        try {
            while (bytes > 0 && bytes + size > MAX_BYTES && !isClosed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        bytes += size;
        return !isClosed;
    }

    synchronized void remove(int size) {
        bytes -= size;
        notifyAll();
    }

    synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
