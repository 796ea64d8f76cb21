package traceglass.engine.fleet.source;

import java.util.concurrent.Semaphore;

/// Limits the number of concurrent imports by the heap that they need: an importer keeps the events of a trace in
/// memory until they are sorted. Thread-safe.
public final class ImportHeapLimit {

    /// An importer needs at most about this many bytes of heap for each byte of the file, plus some memory for each
    /// trace.
    private static final int HEAP_PER_BYTE = 6;

    private static final int HEAP_PER_TRACE_KB = 64 << 10;
    /// Bytes of heap for each byte of a compressed file.
    private static final int HEAP_PER_COMPRESSED_BYTE = 24;

    private final int totalKb;
    private final Semaphore free;

    /// @param bytes heap for all traces in bytes
    public ImportHeapLimit(long bytes) {
        totalKb = Math.clamp(bytes >> 10, 1, Integer.MAX_VALUE);
        free = new Semaphore(totalKb);
    }

    /// Returns an instance that limits imports to three quarters of this process's heap.
    public static ImportHeapLimit ofProcess() {
        return new ImportHeapLimit(Runtime.getRuntime().maxMemory() / 4 * 3);
    }

    /// A reserved part of the heap, which is released when closed.
    public interface Reservation extends AutoCloseable {
        @Override
        void close();
    }

    /// Waits until there is enough heap for a trace. A trace that needs more than the limit waits until it is
    /// the only one.
    ///
    /// @param name name of its file
    /// @param bytes size of its file in bytes
    public Reservation reserve(String name, long bytes) throws InterruptedException {
        boolean isCompressed = name.matches("(?s).*\\.(gz|zip|xz|bz2|br|zst|lz4|tgz)");
        long contentKb = bytes / 1024 * (isCompressed ? HEAP_PER_COMPRESSED_BYTE : HEAP_PER_BYTE);
        int needed = (int) Math.min(totalKb, HEAP_PER_TRACE_KB + contentKb);
        free.acquire(needed);
        return () -> free.release(needed);
    }
}
