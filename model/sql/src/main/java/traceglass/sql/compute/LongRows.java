package traceglass.sql.compute;

import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import traceglass.sql.result.CancellationFlag;

/// Rows of integers, stored as a growing array per column.
public final class LongRows {
    /// Value that means NULL.
    public static final long NULL = Long.MIN_VALUE;

    /// Interval in rows at which producers of rows check for cancellation, as a bit mask.
    private static final int STOP_MASK = (1 << 12) - 1;

    private final long[][] columns;
    private final BooleanSupplier isCanceled = CancellationFlag.current();
    private int size;

    public LongRows(int width) {
        columns = new long[width][64];
    }

    public int size() {
        return size;
    }

    public int width() {
        return columns.length;
    }

    public long get(int column, int row) {
        return columns[column][row];
    }

    /// Returns the values of a column; only the first `size` are rows.
    long[] column(int column) {
        return columns[column];
    }

    /// @throws CancellationException if the session that the current thread works for was canceled
    public void add(long... values) {
        if ((size & STOP_MASK) == STOP_MASK && isCanceled.getAsBoolean()) {
            throw new CancellationException();
        }
        if (size == columns[0].length) {
            for (int c = 0; c < columns.length; c++) {
                // Copying a hundred million numbers takes a while.
                if (isCanceled.getAsBoolean()) {
                    throw new CancellationException();
                }
                columns[c] = Arrays.copyOf(columns[c], size * 2);
            }
        }
        for (int c = 0; c < values.length; c++) {
            columns[c][size] = values[c];
        }
        size++;
    }

    /// Removes the last row.
    public void pop() {
        size--;
    }

    /// Returns the row indices sorted by values, the first column first. Rows are usually already sorted, which is
    /// checked first.
    int[] sorted() {
        int[] order = new int[size];
        boolean isInOrder = true;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            isInOrder &= i == 0 || compare(i - 1, i) <= 0;
        }
        if (!isInOrder) {
            sort(order, new int[size], 0, size);
        }
        return order;
    }

    private int compare(int a, int b) {
        for (long[] column : columns) {
            if (column[a] != column[b]) {
                return column[a] < column[b] ? -1 : 1;
            }
        }
        return 0;
    }

    private void sort(int[] order, int[] spare, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(order, spare, from, middle);
        sort(order, spare, middle, to);
        if (compare(order[middle - 1], order[middle]) <= 0) {
            return;
        }
        System.arraycopy(order, from, spare, from, to - from);
        int i = from;
        int j = middle;
        for (int k = from; k < to; k++) {
            boolean isFromLeft = j == to || i < middle && compare(spare[i], spare[j]) <= 0;
            order[k] = isFromLeft ? spare[i++] : spare[j++];
        }
    }
}
