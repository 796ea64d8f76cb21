package traceglass.ingest.source;

import java.util.concurrent.atomic.AtomicLong;
import traceglass.ingest.ImportProgress;

/// Counts the bytes decompressed from a file at all depths, because the limit applies to the file as a whole.
/// Thread-safe.
final class Expansion {

    /// Maximum expansion ratio of data beyond [#UNLIMITED_BYTES]; a higher ratio indicates a decompression bomb.
    static final int MAX_RATIO = 1500;

    private static final long UNLIMITED_BYTES = 1L << 30;

    private final ImportProgress progress;
    private final AtomicLong unpacked = new AtomicLong();

    /// @param progress progress of the import, which contains the size of the file
    Expansion(ImportProgress progress) {
        this.progress = progress;
    }

    /// Counts decompressed bytes.
    void add(long bytes) {
        unpacked.addAndGet(bytes);
    }

    /// Returns whether the file expands too much.
    boolean isBomb() {
        long all = unpacked.get();
        return all > UNLIMITED_BYTES && all / MAX_RATIO > Math.max(progress.bytesTotal(), 1);
    }
}
