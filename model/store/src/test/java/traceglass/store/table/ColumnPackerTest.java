package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnPackerTest {

    private final ColumnPacker packer = new ColumnPacker();

    @Test
    void usesAsManyBytesAsTheRangeNeeds() {
        // The largest range that leaves room for a NULL code.
        assertLongs(0, 7_000_000_000L, 0, false);
        assertLongs(1, 7_000_000_000L, 0xFE, true);
        assertLongs(2, 7_000_000_000L, 0xFF, true);
        assertLongs(2, Long.MIN_VALUE + 1, 0xFFFE, true);
        assertLongs(4, Long.MIN_VALUE + 1, 0xFFFF, true);
        assertLongs(4, Long.MAX_VALUE - 0xFFFF_FFFEL, 0xFFFF_FFFEL, true);
        assertLongs(8, -5, 0xFFFF_FFFFL, true);
        // More than 63 bits apart.
        assertLongs(8, Long.MIN_VALUE + 1, -2, true);
    }

    private void assertLongs(int bytes, long base, long range, boolean hasNulls) {
        Random random = new Random(range);
        long[] column = new long[Table.CHUNK_ROWS];
        int rows = 1000;
        for (int i = 0; i < rows; i++) {
            column[i] = base
                    + (range < 0 || range > 1L << 40
                            ? range & random.nextLong()
                            : (long) (random.nextDouble() * range));
            if (hasNulls && random.nextInt(5) == 0) {
                column[i] = LongColumn.NULL;
            }
        }
        column[3] = base;
        column[4] = base + range;
        Object packed = packer.pack(column, ColumnType.LONG, rows);
        assertEquals((long) bytes * rows, ColumnPacker.bytes(packed));
        long[] unpacked = (long[]) ColumnPacker.unpack(packed, ColumnType.LONG, rows, null);
        assertArrayEquals(Arrays.copyOf(column, rows), Arrays.copyOf(unpacked, rows));
    }

    @Test
    void stringIdsHaveNoNullCode() {
        int[] ids = {0, 5, Integer.MAX_VALUE, 0, 3};
        assertInts(ids, ColumnType.STRING, 20);
        assertInts(new int[] {0, 254, 0}, ColumnType.STRING, 3);
        assertInts(new int[] {IntColumn.NULL, -1, 4}, ColumnType.INT, 3);
        assertInts(new int[] {IntColumn.NULL, IntColumn.NULL}, ColumnType.INT, 2);
        assertInts(new int[] {IntColumn.NULL + 1, Integer.MAX_VALUE, IntColumn.NULL}, ColumnType.INT, 12);
        assertInts(new int[] {-9, -9}, ColumnType.INT, 0);
    }

    private void assertInts(int[] values, ColumnType type, int bytes) {
        Object packed = packer.pack(Arrays.copyOf(values, Table.CHUNK_ROWS), type, values.length);
        assertEquals(bytes, ColumnPacker.bytes(packed));
        int[] unpacked = (int[]) ColumnPacker.unpack(packed, type, values.length, null);
        assertArrayEquals(values, Arrays.copyOf(unpacked, values.length));
    }

    @Test
    void fractionsArePackedWithoutLoss() {
        assertDoubles(3, 1, 2, DoubleColumn.NULL);
        assertDoubles(24, 1, 2, -0.0);
        assertDoubles(24, 1, 2.5, DoubleColumn.NULL);
        assertDoubles(16, Double.NaN, 0);
        assertDoubles(16, Double.longBitsToDouble(0x7FF8_0000_0000_0001L), 0);
        assertDoubles(16, 0x1p63, 0);
        assertDoubles(16, -0x1p63, 0);
        assertDoubles(16, Double.NEGATIVE_INFINITY, 0);
        assertDoubles(8, -1e9, 1e9 + 3);
    }

    private void assertDoubles(int bytes, double... values) {
        Object packed = packer.pack(Arrays.copyOf(values, Table.CHUNK_ROWS), ColumnType.DOUBLE, values.length);
        assertEquals(bytes, ColumnPacker.bytes(packed));
        double[] unpacked = (double[]) ColumnPacker.unpack(packed, ColumnType.DOUBLE, values.length, null);
        for (int i = 0; i < values.length; i++) {
            assertEquals(Double.doubleToRawLongBits(values[i]), Double.doubleToRawLongBits(unpacked[i]));
        }
    }

    @Test
    void reusesArraysButNeverSharedOnes() {
        Object one = packer.pack(new long[] {1, 2}, ColumnType.LONG, 2);
        Object first = ColumnPacker.unpack(one, ColumnType.LONG, 2, LongColumn.ALL_NULL);
        assertTrue(first != LongColumn.ALL_NULL);
        assertSame(
                first,
                ColumnPacker.unpack(packer.pack(new long[] {7, 8}, ColumnType.LONG, 2), ColumnType.LONG, 2, first));
        assertArrayEquals(new long[] {7, 8}, Arrays.copyOf((long[]) first, 2));
        assertSame(LongColumn.ALL_NULL, packer.pack(LongColumn.ALL_NULL, ColumnType.LONG, 2));
        assertTrue(Arrays.stream(LongColumn.ALL_NULL).allMatch(v -> v == LongColumn.NULL));
    }
}
