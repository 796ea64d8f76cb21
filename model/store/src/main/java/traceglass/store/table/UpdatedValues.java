package traceglass.store.table;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Values of one column that were set after their rows had been passed to the database, in the order of writing.
public final class UpdatedValues {

    private int[] rows = new int[8];
    private long[] bits = new long[8];
    private int count;

    void add(int row, long value) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, count * 2);
            bits = Arrays.copyOf(bits, count * 2);
        }
        rows[count] = row;
        bits[count++] = value;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// Discards all values, because the database has them.
    public void clear() {
        count = 0;
    }

    /// Returns the last value of each row, sorted by row, as a chunk with the columns of [#spec].
    public SealedChunk chunk(ColumnType type, StringPool.@Nullable Snapshot strings) {
        // Sorted by row, then by the order of writing. This runs at the end of every import, and preparing a lambda
        // would take as long as sorting.
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = (long) rows[i] << Integer.SIZE | i;
        }
        Arrays.sort(order);
        long[] ids = new long[count];
        long[] last = new long[count];
        int size = 0;
        for (long entry : order) {
            int row = (int) (entry >> Integer.SIZE);
            if (size == 0 || ids[size - 1] != row) {
                ids[size++] = row;
            }
            last[size - 1] = bits[(int) entry];
        }
        return new SealedChunk(
                0, size, new Object[] {Arrays.copyOf(ids, size), values(type, last, size)}, strings, null, false);
    }

    private static Object values(ColumnType type, long[] bits, int size) {
        return switch (type) {
            case LONG -> Arrays.copyOf(bits, size);
            case INT, STRING -> {
                int[] values = new int[size];
                for (int i = 0; i < size; i++) {
                    values[i] = (int) bits[i];
                }
                yield values;
            }
            case DOUBLE -> {
                double[] values = new double[size];
                for (int i = 0; i < size; i++) {
                    values[i] = Double.longBitsToDouble(bits[i]);
                }
                yield values;
            }
            case BLOB -> throw new IllegalStateException("rows of tables with blobs can't be held");
        };
    }

    /// Returns the columns of [#chunk].
    public static TableSpec spec(String name, ColumnType type) {
        return new TableSpec(
                name,
                true,
                List.of(new TableSpec.ColumnSpec("id", ColumnType.LONG), new TableSpec.ColumnSpec("value", type)));
    }
}
