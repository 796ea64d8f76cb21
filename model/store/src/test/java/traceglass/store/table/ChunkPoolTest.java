package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/// Tests that released arrays are reused.
class ChunkPoolTest {

    @Test
    void reusesReleasedArrays() {
        ChunkPool pool = new ChunkPool();
        long[] longs = pool.acquireLongs();
        int[] ints = pool.acquireInts();
        pool.release(new Object[] {longs, ints, new double[1], null});
        assertSame(longs, pool.acquireLongs());
        assertSame(ints, pool.acquireInts());
        assertNotSame(longs, pool.acquireLongs());
    }

    @Test
    void neverReusesTheArraysOfEmptyColumns() {
        ChunkPool pool = new ChunkPool();
        pool.release(new Object[] {LongColumn.ALL_NULL, IntColumn.ALL_NULL, IntColumn.ALL_NULL_STRINGS});
        assertNotSame(LongColumn.ALL_NULL, pool.acquireLongs());
        for (int i = 0; i < 2; i++) {
            int[] acquired = pool.acquireInts();
            assertNotSame(IntColumn.ALL_NULL, acquired);
            assertNotSame(IntColumn.ALL_NULL_STRINGS, acquired);
        }
    }
}
