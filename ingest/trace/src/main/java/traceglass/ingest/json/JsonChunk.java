package traceglass.ingest.json;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.json.text.JsonTexts;

/// Part of an array of events, and the events that a reader thread has read from it ahead of the importer. The reader
/// thread fills the chunk and calls [#finish]; after [#awaitFinish], the chunk belongs to the importer.
final class JsonChunk {

    /// Entry of [#entries]: the next entries are in the next block.
    static final int NEXT_BLOCK = Integer.MIN_VALUE;

    byte[] bytes;
    int length;
    /// Offset of the chunk's first byte in the file.
    long offset;
    /// Whether this is the last chunk.
    boolean isLast;

    /// Events in file order: the index in the current block; for events that only the importer can read, the
    /// bitwise complement of their position in `bytes`; or [#NEXT_BLOCK].
    int[] entries = new int[1 << 12];
    /// Time of each event in the clock of the file, in ns.
    long[] times = new long[1 << 12];

    int size;
    JsonEvents[] blocks = new JsonEvents[4];
    int blockCount;
    JsonTexts.@Nullable Snapshot texts;
    /// Position of the first byte that was not read: the end of the array, damaged data, or an element that is
    /// not an event; `length` if everything was read.
    int stoppedAt;

    @Nullable
    Throwable problem;

    private boolean isFinished;

    JsonChunk(int capacity) {
        bytes = new byte[capacity];
    }

    /// Prepares the chunk for new bytes.
    void clear() {
        size = 0;
        Arrays.fill(blocks, 0, blockCount, null);
        blockCount = 0;
        texts = null;
        stoppedAt = 0;
        problem = null;
        isLast = false;
        isFinished = false;
    }

    /// Stores the next events in this block.
    void addBlock(JsonEvents block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
        add(NEXT_BLOCK, 0);
    }

    void add(int entry, long time) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
            times = Arrays.copyOf(times, size * 2);
        }
        entries[size] = entry;
        times[size++] = time;
    }

    synchronized void finish() {
        isFinished = true;
        notifyAll();
    }

    /// Waits a limited time until the chunk is finished.
    ///
    /// @return whether it is finished
    synchronized boolean awaitFinish(long milliseconds) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        long remainingMs = milliseconds;
        while (!isFinished && remainingMs > 0) {
            wait(remainingMs);
            remainingMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
        }
        return isFinished;
    }
}
