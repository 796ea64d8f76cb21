package traceglass.ingest.profiling;

import java.util.Arrays;

/// Growable, reusable list of unboxed longs.
final class LongList {

    private long[] values = new long[8];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    long get(int i) {
        return values[i];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    long[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
