package traceglass.store.table;

import java.util.ArrayDeque;

/// Arrays of chunks whose rows are in the database, for the chunks that come next: new ones cost their zeroing and
/// pages, and each collection would copy those that wait to be loaded.
///
/// The importer takes, the threads that load give back.
final class ChunkPool {

    /// Arrays of each kind that are kept.
    private static final int MOST = 64;

    private final ArrayDeque<long[]> longs = new ArrayDeque<>();
    private final ArrayDeque<int[]> ints = new ArrayDeque<>();

    /// [Table#CHUNK] numbers of any value.
    synchronized long[] takeLongs() {
        return longs.isEmpty() ? new long[Table.CHUNK] : longs.removeLast();
    }

    /// [Table#CHUNK] numbers of any value.
    synchronized int[] takeInts() {
        return ints.isEmpty() ? new int[Table.CHUNK] : ints.removeLast();
    }

    /// Gives the arrays of a chunk back, which nobody may use any more.
    synchronized void give(Object[] columns) {
        for (Object column : columns) {
            if (column instanceof long[] l && l != LongColumn.ALL_NULL && longs.size() < MOST) {
                longs.add(l);
            } else if (column instanceof int[] i
                    && i != IntColumn.ALL_NULL
                    && i != IntColumn.ALL_NULL_STRINGS
                    && ints.size() < MOST) {
                ints.add(i);
            }
        }
    }
}
