package traceglass.ingest.profiling;

import java.util.Arrays;

/// Growable list of row numbers without boxing.
final class IntList {

    private int[] values = new int[8];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    int get(int i) {
        return values[i];
    }

    int removeLast() {
        return values[--size];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
