package traceglass.store.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Column of byte arrays.
public final class BlobColumn extends Column {

    /// SQL NULL; the value of new rows.
    public static final byte @Nullable [] NULL = null;

    private BlobChunk[] chunks = new BlobChunk[8];

    BlobColumn(String name, ColumnType type) {
        super(name, type);
    }

    /// Returns a copy of the value.
    public byte @Nullable [] get(int row) {
        return chunks[row >> Table.CHUNK_BITS].get(row & Table.CHUNK_MASK);
    }

    /// Sets the value; the array must not be modified afterwards.
    public void set(int row, byte[] value) {
        if (value != NULL || !isNull(row)) {
            writable(row).set(row & Table.CHUNK_MASK, value);
        }
    }

    /// Sets the value to a copy of `length` bytes.
    public void set(int row, byte[] from, int offset, int length) {
        writable(row).set(row & Table.CHUNK_MASK, from, offset, length);
    }

    private BlobChunk writable(int row) {
        int index = row >> Table.CHUNK_BITS;
        BlobChunk chunk = chunks[index];
        if (chunk == BlobChunk.ALL_NULL) {
            chunk = new BlobChunk();
            chunks[index] = chunk;
        }
        return chunk;
    }

    public boolean isNull(int row) {
        return chunks[row >> Table.CHUNK_BITS].isNull(row & Table.CHUNK_MASK);
    }

    /// Returns the values of one chunk; rows past the table's end are NULL. Must not be modified.
    @Override
    BlobChunk chunk(int index) {
        return chunks[index];
    }

    @Override
    void addChunk(int index) {
        if (index >= chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
        }
        chunks[index] = BlobChunk.ALL_NULL;
    }

    @Override
    void dropChunk(int index) {
        chunks[index] = null;
    }

    @Override
    long bits(int row) {
        throw new IllegalStateException("rows of tables with blobs can't be held");
    }
}
