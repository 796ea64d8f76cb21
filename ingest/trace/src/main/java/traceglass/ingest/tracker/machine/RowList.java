package traceglass.ingest.tracker.machine;

import java.util.Arrays;

/// List of table rows in insertion order.
final class RowList {

    private int[] rows = new int[2];
    private int size;

    int size() {
        return size;
    }

    int get(int index) {
        return rows[index];
    }

    void add(int row) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
        }
        rows[size++] = row;
    }

    /// Returns the last row. The list must not be empty.
    int last() {
        return rows[size - 1];
    }

    /// Removes and returns the last row. The list must not be empty.
    int removeLast() {
        return rows[--size];
    }

    /// Removes a row, keeping the order of the others.
    void remove(int row) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (rows[i] != row) {
                rows[count++] = rows[i];
            }
        }
        size = count;
    }
}
