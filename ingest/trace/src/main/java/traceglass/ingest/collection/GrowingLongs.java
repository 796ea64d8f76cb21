package traceglass.ingest.collection;

import java.util.Arrays;

/// Growable, reusable array of longs.
public final class GrowingLongs {

    private long[] values = new long[16];
    private int size;

    public void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    public long get(int i) {
        return values[i];
    }

    public void set(int i, long value) {
        values[i] = value;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /// Removes the last value and returns it.
    public long removeLast() {
        return values[--size];
    }

    /// Returns a copy of the values.
    public long[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
