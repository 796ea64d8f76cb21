package traceglass.service.buffer;

import org.jspecify.annotations.Nullable;

/// Chunks of one writer in one trace buffer, in id order.
final class Sequence {

    /// Upper bounds of the payload histogram; larger payloads are counted in an extra bucket.
    static final long[] THRESHOLDS = {8, 32, 128, 512, 1024, 2048, 4096, 8192, 12288, 16384};

    private static final long EPOCH = 1L << 32;

    final Writer writer;
    final ChunkIndex chunks = new ChunkIndex();
    final long[] histogramCounts = new long[THRESHOLDS.length + 1];
    final long[] histogramSums = new long[THRESHOLDS.length + 1];

    /// Newest id that was stored; -1 before the first chunk.
    long newest = -1;
    /// Newest id of a chunk with fragments that were returned or skipped; -1 before the first.
    long lastRead = -1;
    /// Newest id of a chunk that was overwritten or skipped unread.
    long newestOverwritten = -1;
    /// Loss bits for the next packet.
    int loss;
    /// Whether the writer has disconnected. A chunk with an older id then belongs to a new writer with the same
    /// number.
    boolean hasEnded;
    /// Read cycle in which this sequence can't continue.
    long stalledInCycle = -1;

    Sequence(Writer writer) {
        this.writer = writer;
    }

    /// Extends a 32-bit chunk id to 64 bits, choosing the value closest to the newest id.
    long extend(int chunkId) {
        if (newest < 0) {
            return EPOCH + Integer.toUnsignedLong(chunkId);
        }
        long id = newest + (chunkId - (int) newest);
        if (hasEnded && id <= newest) {
            id += EPOCH;
        }
        return id;
    }

    /// Whether no chunk is missing between the last read one and this one.
    boolean follows(long id) {
        return id == lastRead || id == lastRead + 1 || isStart(id);
    }

    private static boolean isStart(long id) {
        return (id & EPOCH - 1) == 0;
    }

    /// Returns the first unread chunk, or null.
    @Nullable
    StoredChunk firstUnread() {
        StoredChunk current = chunks.get(lastRead);
        if (current != null && !current.isRead()) {
            return current;
        }
        return chunks.firstAfter(lastRead);
    }

    void countPayload(int bytes) {
        int bucket = 0;
        while (bucket < THRESHOLDS.length && bytes > THRESHOLDS[bucket]) {
            bucket++;
        }
        histogramCounts[bucket]++;
        histogramSums[bucket] += bytes;
    }

    Sequence copyState() {
        Sequence copy = new Sequence(writer);
        System.arraycopy(histogramCounts, 0, copy.histogramCounts, 0, histogramCounts.length);
        System.arraycopy(histogramSums, 0, copy.histogramSums, 0, histogramSums.length);
        copy.newest = newest;
        copy.lastRead = lastRead;
        copy.newestOverwritten = newestOverwritten;
        copy.loss = loss;
        copy.hasEnded = hasEnded;
        return copy;
    }
}
