package traceglass.ingest.collection;

import java.util.Arrays;

/// Growable, reusable array of doubles.
public final class GrowingDoubles {

    private double[] values = new double[16];
    private int size;

    public void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    public double get(int i) {
        return values[i];
    }

    public void set(int i, double value) {
        values[i] = value;
    }

    public int size() {
        return size;
    }

    /// Removes and returns the last value.
    public double removeLast() {
        return values[--size];
    }

    public void clear() {
        size = 0;
    }
}
