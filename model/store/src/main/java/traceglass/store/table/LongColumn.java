package traceglass.store.table;

import java.util.Arrays;

/// Column of 64-bit integers.
public final class LongColumn extends Column {

    /// SQL NULL; the value of new rows.
    public static final long NULL = Long.MIN_VALUE;

    /// A chunk without values.
    public static final long[] ALL_NULL = allNull();

    private final ChunkPool pool;
    private long[][] chunks = new long[8][];
    /// Chunks that can be written directly, see [IntColumn].
    private long[][] open = new long[8][];

    LongColumn(String name, ColumnType type, ChunkPool pool) {
        super(name, type);
        this.pool = pool;
    }

    private static long[] allNull() {
        long[] chunk = new long[Table.CHUNK_ROWS];
        Arrays.fill(chunk, NULL);
        return chunk;
    }

    public long get(int row) {
        long[] chunk = chunks[row >> Table.CHUNK_BITS];
        return chunk != null ? chunk[row & Table.CHUNK_MASK] : heldBits(row);
    }

    public void set(int row, long value) {
        long[] chunk = open[row >> Table.CHUNK_BITS];
        if (chunk != null) {
            chunk[row & Table.CHUNK_MASK] = value;
        } else {
            setOutsideOpenChunk(row, value);
        }
    }

    private void setOutsideOpenChunk(int row, long value) {
        int index = row >> Table.CHUNK_BITS;
        if (chunks[index] == null) {
            setHeldBits(row, value);
        } else if (value != NULL) {
            long[] chunk = pool.acquireLongs();
            Arrays.fill(chunk, NULL);
            chunk[row & Table.CHUNK_MASK] = value;
            chunks[index] = chunk;
            open[index] = chunk;
        }
    }

    public boolean isNull(int row) {
        return get(row) == NULL;
    }

    /// Returns the values of one chunk, [Table#CHUNK_ROWS] long; rows past the table's end are NULL. Must not be
    /// modified.
    @Override
    public long[] chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
            open = Arrays.copyOf(open, index * 2);
        }
        chunks[index] = ALL_NULL;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
        open[index] = null;
    }

    @Override
    long bits(int row) {
        return get(row);
    }
}
