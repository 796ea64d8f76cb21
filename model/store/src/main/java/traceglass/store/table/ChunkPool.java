package traceglass.store.table;

import java.util.ArrayDeque;

/// Pool of arrays of loaded chunks, for reuse by new chunks: new arrays cost zeroing and page faults, and each
/// garbage collection would copy those that wait to be loaded.
///
/// The importer acquires arrays; the loading threads release them.
final class ChunkPool {

    /// Maximum number of pooled arrays of each kind: at most a twentieth of the maximum heap.
    private static final int MAX_ARRAYS = Math.clamp(Runtime.getRuntime().maxMemory() >> 23, 8, 64);

    private final ArrayDeque<long[]> longs = new ArrayDeque<>();
    private final ArrayDeque<int[]> ints = new ArrayDeque<>();

    /// Returns [Table#CHUNK_ROWS] numbers with undefined values.
    synchronized long[] acquireLongs() {
        return longs.isEmpty() ? new long[Table.CHUNK_ROWS] : longs.removeLast();
    }

    /// Returns [Table#CHUNK_ROWS] numbers with undefined values.
    synchronized int[] acquireInts() {
        return ints.isEmpty() ? new int[Table.CHUNK_ROWS] : ints.removeLast();
    }

    /// Returns the arrays of a chunk to the pool; they must not be used after the call.
    synchronized void release(Object[] columns) {
        for (Object column : columns) {
            if (column instanceof long[] l && l != LongColumn.ALL_NULL && longs.size() < MAX_ARRAYS) {
                longs.add(l);
            } else if (column instanceof int[] i
                    && i != IntColumn.ALL_NULL
                    && i != IntColumn.ALL_NULL_STRINGS
                    && ints.size() < MAX_ARRAYS) {
                ints.add(i);
            }
        }
    }
}
