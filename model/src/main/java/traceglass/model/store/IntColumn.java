package traceglass.model.store;

import java.util.Arrays;

/// 32-bit integers, or ids of strings (where 0 is NULL, as in [StringPool]).
public final class IntColumn extends Column {

    /// Stands for SQL's NULL in a column of numbers; new rows hold it. In a column of strings [StringPool#NULL] does.
    public static final int NULL = Integer.MIN_VALUE;

    private int[][] chunks = new int[8][];

    IntColumn(String name, ColumnType type) {
        super(name, type);
    }

    public int get(int row) {
        return chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK];
    }

    public void set(int row, int value) {
        chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK] = value;
    }

    public boolean isNull(int row) {
        return get(row) == (type() == ColumnType.STRING ? StringPool.NULL : NULL);
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
        int[] chunk = new int[Table.CHUNK];
        if (type() != ColumnType.STRING) {
            Arrays.fill(chunk, NULL);
        }
        chunks[index] = chunk;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
    }
}
