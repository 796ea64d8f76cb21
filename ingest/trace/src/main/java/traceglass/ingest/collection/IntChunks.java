package traceglass.ingest.collection;

import java.util.Arrays;

/// Growable list of `int` values that is never copied as a whole.
public final class IntChunks {

    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    private int[][] chunks = new int[16][];
    private long size;

    public long size() {
        return size;
    }

    public void add(int value) {
        int chunk = (int) (size >> BITS);
        int index = (int) size & MASK;
        if (index == 0) {
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, chunk * 2);
            }
            chunks[chunk] = new int[1 << BITS];
        }
        chunks[chunk][index] = value;
        size++;
    }

    public int get(long index) {
        return chunks[(int) (index >> BITS)][(int) index & MASK];
    }

    public void set(long index, int value) {
        chunks[(int) (index >> BITS)][(int) index & MASK] = value;
    }
}
