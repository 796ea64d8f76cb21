package traceglass.model.store;

import java.util.Arrays;

/// 32-bit integers, or ids of strings (where 0 is NULL, as in [StringPool]).
public final class IntColumn extends Column {

    /// Stands for SQL's NULL in a column of numbers; new rows hold it. In a column of strings [StringPool#NULL] does.
    public static final int NULL = Integer.MIN_VALUE;

    /// A chunk without values.
    static final int[] ALL_NULL = filled(NULL);
    /// The same of strings.
    static final int[] ALL_NULL_STRINGS = filled(StringPool.NULL);

    private final ChunkPool pool;
    private final int[] allNull;
    private int[][] chunks = new int[8][];

    IntColumn(String name, ColumnType type, ChunkPool pool) {
        super(name, type);
        this.pool = pool;
        this.allNull = type == ColumnType.STRING ? ALL_NULL_STRINGS : ALL_NULL;
    }

    private static int[] filled(int value) {
        int[] chunk = new int[Table.CHUNK];
        Arrays.fill(chunk, value);
        return chunk;
    }

    public int get(int row) {
        int[] chunk = chunks[row >> Table.CHUNK_BITS];
        return chunk != null ? chunk[row & Table.CHUNK_MASK] : (int) keptBits(row);
    }

    public void set(int row, int value) {
        int[] chunk = chunks[row >> Table.CHUNK_BITS];
        if (chunk == null) {
            setKept(row, value);
            return;
        }
        if (chunk == allNull) {
            if (value == allNull[0]) {
                return;
            }
            chunk = pool.takeInts();
            Arrays.fill(chunk, allNull[0]);
            chunks[row >> Table.CHUNK_BITS] = chunk;
        }
        chunk[row & Table.CHUNK_MASK] = value;
    }

    public boolean isNull(int row) {
        return get(row) == allNull[0];
    }

    /// The values of one chunk, [Table#CHUNK] long; the rows past the table's end mean nothing. Not to be changed.
    public int[] chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
        }
        chunks[index] = allNull;
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
