package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealedChunkTest {

    private static final TableSpec SPEC =
            new TableSpec("event", true, List.of(new TableSpec.ColumnSpec("ts", ColumnType.LONG)));

    private final ColumnPacker packer = new ColumnPacker();

    private SealedChunk packed(int firstRow, long... values) {
        Object[] columns = {Arrays.copyOf(values, Table.CHUNK_ROWS)};
        return new SealedChunk(firstRow, values.length, columns, null, null, false).packed(SPEC, packer);
    }

    /// A statement may read a chunk while another one loads the chunks into the database.
    @Test
    void unpackingAChunkDoesNotChangeAnother() {
        long[] wide = {0, 1L << 40, 5};
        SealedChunk first = packed(0, wide);
        SealedChunk second = packed(3, 7, 8, 9);
        Object[] reusable = new Object[1];
        assertArrayEquals(wide, (long[]) first.unpacked(SPEC.columns(), reusable)[0]);
        assertEquals(8, ((long[]) second.unpacked(SPEC.columns(), reusable)[0])[1]);
        assertArrayEquals(wide, first.longs(0));
    }

    @Test
    void arraysAreReusedForUnpacking() {
        Object[] reusable = new Object[1];
        Object array = packed(0, 1, 2).unpacked(SPEC.columns(), reusable)[0];
        packed(2, 0, 1L << 40).unpacked(SPEC.columns(), reusable);
        assertTrue(array == packed(4, 3, 4).unpacked(SPEC.columns(), reusable)[0]);
        assertEquals(4, ((long[]) array)[1]);
    }
}
