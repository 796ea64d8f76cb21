package traceglass.ingest.tracker.machine;

import java.util.Arrays;

/// A list of rows of a table, in the order in which they were added.
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

    /// The row that was added last; there is one.
    int last() {
        return rows[size - 1];
    }

    /// Takes the row off that was added last; there is one.
    int takeLast() {
        return rows[--size];
    }

    /// Removes a row wherever it stands; the others keep their order.
    void remove(int row) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (rows[i] != row) {
                rows[kept++] = rows[i];
            }
        }
        size = kept;
    }
}
