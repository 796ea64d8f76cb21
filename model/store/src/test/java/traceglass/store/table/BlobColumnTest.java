package traceglass.store.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlobColumnTest {

    private final Table table = new Table(TableSpec.parse("t: b blob"));
    private final BlobColumn column = table.blobs("b");

    @Test
    void returnsTheLastValueSet() {
        Random random = new Random(7);
        byte[][] expected = new byte[Table.CHUNK_ROWS + 1000][];
        for (int row = 0; row < expected.length; row++) {
            table.addRow();
            set(row, random, expected);
        }
        for (int i = 0; i < 2000; i++) {
            set(random.nextInt(expected.length), random, expected);
        }
        for (int row = 0; row < expected.length; row++) {
            assertEquals(expected[row] == null, column.isNull(row));
            assertArrayEquals(expected[row], column.get(row), "row " + row);
        }
    }

    private void set(int row, Random random, byte[][] expected) {
        int kind = random.nextInt(1000);
        if (kind < 100) {
            column.set(row, BlobColumn.NULL);
            expected[row] = null;
            return;
        }
        // Nothing, a little, more than an eighth of a page, and more than a page.
        byte[] bytes = new byte
                [kind < 200
                        ? 0
                        : kind < 995
                                ? random.nextInt(60)
                                : kind < 998 ? random.nextInt(20_000) : 60_000 + random.nextInt(20_000)];
        random.nextBytes(bytes);
        int offset = random.nextInt(bytes.length + 1);
        if (random.nextBoolean()) {
            column.set(row, bytes);
            expected[row] = bytes;
        } else {
            column.set(row, bytes, offset, bytes.length - offset);
            expected[row] = Arrays.copyOfRange(bytes, offset, bytes.length);
        }
    }

    @Test
    void copiesASubarray() {
        table.addRow();
        byte[] bytes = {1, 2, 3, 4};
        column.set(0, bytes, 1, 2);
        bytes[1] = 9;
        assertArrayEquals(new byte[] {2, 3}, column.get(0));
    }

    @Test
    void chunksWithoutValuesAreShared() {
        for (int i = 0; i <= Table.CHUNK_ROWS; i++) {
            table.addRow();
        }
        column.set(0, BlobColumn.NULL);
        assertNull(column.get(0));
        assertSame(column.chunk(0), column.chunk(1));
        column.set(Table.CHUNK_ROWS, new byte[] {1});
        assertNull(column.get(0));
    }
}
