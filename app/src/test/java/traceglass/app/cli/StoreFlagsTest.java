package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StoreFlagsTest {

    private static final long MB = 1L << 20;

    @Test
    void theDatabaseGetsTheLimitMinusHeapAndProgram() {
        long limit = 2048 * MB;
        long heap = 921 * MB;
        long database = StoreFlags.databaseLimit(limit, heap);
        assertTrue(heap + database < limit, () -> heap / MB + " MB and " + database / MB + " MB");
        assertTrue(database > 512 * MB, () -> database / MB + " MB");
        assertEquals(128 * MB, StoreFlags.databaseLimit(512 * MB, 384 * MB), "at least a quarter");
    }

    @Test
    void aLimitBelowTheHeapAppliesToTheDatabaseOnly() {
        assertEquals(128 * MB, StoreFlags.databaseLimit(128 * MB, 4096 * MB));
        assertEquals(64 * MB, StoreFlags.databaseLimit(64 * MB, 384 * MB));
    }
}
