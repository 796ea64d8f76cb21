package traceglass.model.sql;

import java.util.Arrays;

/// Rows of whole numbers, a growing array for each column.
final class LongRows {
    /// What stands for NULL.
    static final long NULL = Long.MIN_VALUE;

    private final long[][] columns;
    private int size;

    LongRows(int width) {
        columns = new long[width][64];
    }

    int size() {
        return size;
    }

    int width() {
        return columns.length;
    }

    long get(int column, int row) {
        return columns[column][row];
    }

    /// The values of a column; only the first `size` are rows.
    long[] column(int column) {
        return columns[column];
    }

    void add(long... values) {
        if (size == columns[0].length) {
            for (int c = 0; c < columns.length; c++) {
                columns[c] = Arrays.copyOf(columns[c], size * 2);
            }
        }
        for (int c = 0; c < values.length; c++) {
            columns[c][size] = values[c];
        }
        size++;
    }

    /// Takes the last row away.
    void pop() {
        size--;
    }
}
