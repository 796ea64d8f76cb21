package traceglass.store.table;

import java.util.Arrays;

/// Column of 32-bit integers, or of ids of strings (where 0 is NULL, as in [StringPool]).
public final class IntColumn extends Column {

    /// SQL NULL in a column of numbers; the value of new rows. In a column of strings NULL is [StringPool#NULL].
    public static final int NULL = Integer.MIN_VALUE;

    /// A chunk of numbers without values.
    static final int[] ALL_NULL = filled(NULL);
    /// A chunk of strings without values.
    static final int[] ALL_NULL_STRINGS = filled(StringPool.NULL);

    private final ChunkPool pool;
    private final int[] allNull;
    private int[][] chunks = new int[8][];
    /// Chunks that can be written directly; null for chunks without values and for dropped chunks. Keeps the common
    /// path of a write short enough to be inlined.
    private int[][] open = new int[8][];

    IntColumn(String name, ColumnType type, ChunkPool pool) {
        super(name, type);
        this.pool = pool;
        this.allNull = type == ColumnType.STRING ? ALL_NULL_STRINGS : ALL_NULL;
    }

    private static int[] filled(int value) {
        int[] chunk = new int[Table.CHUNK_ROWS];
        Arrays.fill(chunk, value);
        return chunk;
    }

    public int get(int row) {
        int[] chunk = chunks[row >> Table.CHUNK_BITS];
        return chunk != null ? chunk[row & Table.CHUNK_MASK] : (int) heldBits(row);
    }

    public void set(int row, int value) {
        int[] chunk = open[row >> Table.CHUNK_BITS];
        if (chunk != null) {
            chunk[row & Table.CHUNK_MASK] = value;
        } else {
            setOutsideOpenChunk(row, value);
        }
    }

    private void setOutsideOpenChunk(int row, int value) {
        int index = row >> Table.CHUNK_BITS;
        if (chunks[index] == null) {
            setHeldBits(row, value);
        } else if (value != allNull[0]) {
            int[] chunk = pool.acquireInts();
            Arrays.fill(chunk, allNull[0]);
            chunk[row & Table.CHUNK_MASK] = value;
            chunks[index] = chunk;
            open[index] = chunk;
        }
    }

    public boolean isNull(int row) {
        return get(row) == allNull[0];
    }

    /// Returns the values of one chunk, [Table#CHUNK_ROWS] long; rows past the table's end are undefined. Must not be
    /// modified.
    @Override
    public int[] chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
            open = Arrays.copyOf(open, index * 2);
        }
        chunks[index] = allNull;
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
