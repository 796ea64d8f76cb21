package traceglass.model.store;

import java.util.Arrays;

/// 64-bit integers.
public final class LongColumn extends Column {

    /// Stands for SQL's NULL; new rows hold it.
    public static final long NULL = Long.MIN_VALUE;

    /// A chunk without values.
    static final long[] ALL_NULL = allNull();

    private final ChunkPool pool;
    private long[][] chunks = new long[8][];

    LongColumn(String name, ColumnType type, ChunkPool pool) {
        super(name, type);
        this.pool = pool;
    }

    private static long[] allNull() {
        long[] chunk = new long[Table.CHUNK];
        Arrays.fill(chunk, NULL);
        return chunk;
    }

    public long get(int row) {
        long[] chunk = chunks[row >> Table.CHUNK_BITS];
        return chunk != null ? chunk[row & Table.CHUNK_MASK] : keptBits(row);
    }

    public void set(int row, long value) {
        long[] chunk = chunks[row >> Table.CHUNK_BITS];
        if (chunk == null) {
            setKept(row, value);
            return;
        }
        if (chunk == ALL_NULL) {
            if (value == NULL) {
                return;
            }
            chunk = pool.takeLongs();
            Arrays.fill(chunk, NULL);
            chunks[row >> Table.CHUNK_BITS] = chunk;
        }
        chunk[row & Table.CHUNK_MASK] = value;
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
        chunks[index] = ALL_NULL;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
    }

    @Override
    long bits(int row) {
        return get(row);
    }
}
