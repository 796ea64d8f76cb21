package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StoreOptionsTest {

    @Test
    void usesFewerThreadsIfMemoryIsSmall() {
        StoreOptions eight = StoreOptions.uncached().withThreads(8);
        assertEquals(8, eight.withMemoryLimit(1L << 30).threadCount());
        assertEquals(2, eight.withMemoryLimit(128L << 20).threadCount());
        assertEquals(1, eight.withMemoryLimit(1).threadCount());
        assertEquals(1, StoreOptions.uncached().withThreads(1).threadCount());
        assertTrue(StoreOptions.uncached().threadCount() >= 1);
    }
}
