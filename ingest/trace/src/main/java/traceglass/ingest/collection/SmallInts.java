package traceglass.ingest.collection;

import java.util.Arrays;

/// Growable list of non-negative numbers that take two bytes each, or four once one of them exceeds 65,535.
public final class SmallInts {

    private static final int BITS = 16;
    private static final int CHUNK_VALUES = 1 << BITS;
    private static final int MASK = CHUNK_VALUES - 1;

    private char[][] small = new char[16][];
    /// Empty while all numbers are small.
    private int[][] large = {};
    private int size;
    private int chunks;

    public int size() {
        return size;
    }

    /// Returns the memory used, in bytes.
    public long bytes() {
        return (long) chunks * CHUNK_VALUES * (large.length == 0 ? Character.BYTES : Integer.BYTES);
    }

    public void add(int value) {
        resize(size + 1);
        set(size - 1, value);
    }

    /// Changes the length. Elements that were cut off by an earlier call have their last values; other new elements
    /// are 0.
    public void resize(int length) {
        size = length;
        while ((long) chunks * CHUNK_VALUES < length) {
            if (large.length > 0) {
                large = chunks == large.length ? Arrays.copyOf(large, chunks * 2) : large;
                large[chunks++] = new int[CHUNK_VALUES];
            } else {
                small = chunks == small.length ? Arrays.copyOf(small, chunks * 2) : small;
                small[chunks++] = new char[CHUNK_VALUES];
            }
        }
    }

    public int get(int index) {
        return large.length == 0 ? small[index >> BITS][index & MASK] : large[index >> BITS][index & MASK];
    }

    public void set(int index, int value) {
        if (large.length > 0) {
            large[index >> BITS][index & MASK] = value;
        } else if (value <= Character.MAX_VALUE) {
            small[index >> BITS][index & MASK] = (char) value;
        } else {
            widen();
            set(index, value);
        }
    }

    private void widen() {
        int[][] wide = new int[small.length][];
        for (int c = 0; c < chunks; c++) {
            wide[c] = new int[CHUNK_VALUES];
            for (int i = 0; i < CHUNK_VALUES; i++) {
                wide[c][i] = small[c][i];
            }
            small[c] = new char[0];
        }
        large = wide;
    }
}
