package traceglass.ingest.collection;

import java.util.Arrays;

/// Growable, reusable array of ints.
public final class GrowingInts {

    private int[] values = new int[8];
    private int size;

    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    public int get(int i) {
        return values[i];
    }

    public void set(int i, int value) {
        values[i] = value;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void clear() {
        size = 0;
    }

    /// Removes the last value and returns it.
    public int removeLast() {
        return values[--size];
    }

    /// Returns a copy of the values.
    public int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
