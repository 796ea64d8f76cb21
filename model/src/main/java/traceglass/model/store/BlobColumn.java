package traceglass.model.store;

import java.util.Arrays;

/// Byte arrays; nobody may change one after it was set.
public final class BlobColumn extends Column {

    /// Stands for SQL's NULL; new rows hold it.
    public static final byte[] NULL = null;

    /// A chunk without values.
    static final byte[][] ALL_NULL = new byte[Table.CHUNK][];

    private byte[][][] chunks = new byte[8][][];

    BlobColumn(String name, ColumnType type) {
        super(name, type);
    }

    public byte[] get(int row) {
        return chunks[row >> Table.CHUNK_BITS][row & Table.CHUNK_MASK];
    }

    public void set(int row, byte[] value) {
        byte[][] chunk = chunks[row >> Table.CHUNK_BITS];
        if (chunk == ALL_NULL) {
            setFirst(row, value);
        } else {
            chunk[row & Table.CHUNK_MASK] = value;
        }
    }

    private void setFirst(int row, byte[] value) {
        if (value != NULL) {
            byte[][] chunk = new byte[Table.CHUNK][];
            chunk[row & Table.CHUNK_MASK] = value;
            chunks[row >> Table.CHUNK_BITS] = chunk;
        }
    }

    public boolean isNull(int row) {
        return get(row) == NULL;
    }

    /// The values of one chunk, [Table#CHUNK] long; the rows past the table's end hold NULL. Not to be changed.
    public byte[][] chunk(int index) {
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
        throw new IllegalStateException("no row of a table with blobs can be held");
    }
}
