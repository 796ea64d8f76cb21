package traceglass.store.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
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
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingInt(i -> rows[i]))
                .mapToInt(i -> i)
                .toArray();
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (i == count - 1 || rows[order[i]] != rows[order[i + 1]]) {
                order[size++] = order[i];
            }
        }
        long[] ids = new long[size];
        for (int i = 0; i < size; i++) {
            ids[i] = rows[order[i]];
        }
        Object values = switch (type) {
            case LONG -> {
                long[] v = new long[size];
                Arrays.setAll(v, i -> bits[order[i]]);
                yield v;
            }
            case INT, STRING -> {
                int[] v = new int[size];
                Arrays.setAll(v, i -> (int) bits[order[i]]);
                yield v;
            }
            case DOUBLE -> {
                double[] v = new double[size];
                Arrays.setAll(v, i -> Double.longBitsToDouble(bits[order[i]]));
                yield v;
            }
            case BLOB -> throw new IllegalStateException("rows of tables with blobs can't be held");
        };
        return new SealedChunk(0, size, new Object[] {ids, values}, strings, null, false);
    }

    /// Columns of [#chunk].
    public static TableSpec spec(String name, ColumnType type) {
        return new TableSpec(
                name,
                true,
                java.util.List.of(
                        new TableSpec.ColumnSpec("id", ColumnType.LONG), new TableSpec.ColumnSpec("value", type)));
    }
}
