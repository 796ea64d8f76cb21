package traceglass.model.store;

import java.util.Arrays;

/// 64-bit integers.
public final class LongColumn extends Column {

    /// Stands for SQL's NULL; new rows hold it.
    public static final long NULL = Long.MIN_VALUE;

    private long[][] chunks = new long[8][];

    LongColumn(String name, ColumnType type) {
        super(name, type);
    }

    public long get(int row) {
        return chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK];
    }

    public void set(int row, long value) {
        chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK] = value;
    }

    public boolean isNull(int row) {
        return get(row) == NULL;
    }

    /// The values of one chunk, [Table#CHUNK] long; the rows past the table's end hold NULL. Not to be changed.
    public long[] chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
        }
        long[] chunk = new long[Table.CHUNK];
        Arrays.fill(chunk, NULL);
        chunks[index] = chunk;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
    }
}
