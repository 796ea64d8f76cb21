package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/// Arrays that are used again.
class ChunkPoolTest {

    @Test
    void reusesReleasedArrays() {
        ChunkPool pool = new ChunkPool();
        long[] longs = pool.takeLongs();
        int[] ints = pool.takeInts();
        pool.release(new Object[] {longs, ints, new double[1], null});
        assertSame(longs, pool.takeLongs());
        assertSame(ints, pool.takeInts());
        assertNotSame(longs, pool.takeLongs());
    }

    @Test
    void neverReusesTheArraysOfEmptyColumns() {
        ChunkPool pool = new ChunkPool();
        pool.release(new Object[] {LongColumn.ALL_NULL, IntColumn.ALL_NULL, IntColumn.ALL_NULL_STRINGS});
        assertNotSame(LongColumn.ALL_NULL, pool.takeLongs());
        for (int i = 0; i < 2; i++) {
            int[] taken = pool.takeInts();
            assertNotSame(IntColumn.ALL_NULL, taken);
            assertNotSame(IntColumn.ALL_NULL_STRINGS, taken);
        }
    }
}
