package traceglass.store.table;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/// Writes arrays into DuckDB's vectors in bulk.
///
/// The driver's own setters check, branch and set a validity bit for every value, and its string setters copy
/// every string and do not support BLOB. With 6 million rows, they take three times as long as the rest of the
/// load. This class therefore writes the vector's memory directly: the driver allocates a data buffer and a
/// validity buffer for each vector, and these are filled here. Both are private fields of [DuckDBWritableVector];
/// the driver's version is fixed in the parent POM, and a test fails if they are removed.
///
/// An instance is used by one thread.
public final class VectorWriter implements AutoCloseable {

    /// Rows per vector.
    public static final int ROWS = 2048;

    private static final VarHandle DATA = field("data");
    private static final VarHandle VALIDITY = field("validity");

    private final long[] scratch = new long[ROWS];
    private final long[] textScratch = new long[2 * ROWS];
    private @Nullable Arena blobArena;
    private MemorySegment blobs = MemorySegment.NULL;

    /// Writes `rows` consecutive ids, starting with `first`.
    public void writeIds(DuckDBWritableVector vector, long first, int rows) {
        for (int i = 0; i < rows; i++) {
            scratch[i] = first + i;
        }
        data(vector).asLongBuffer().put(0, scratch, 0, rows);
        markAllValid(validity(vector), rows);
    }

    /// Writes the values of `rows` consecutive rows, starting at index `offset`.
    public void writeLongs(DuckDBWritableVector vector, long[] values, int offset, int rows) {
        if (values == LongColumn.ALL_NULL) {
            markAllNull(validity(vector), rows);
            return;
        }
        data(vector).asLongBuffer().put(0, values, offset, rows);
        ByteBuffer validity = validity(vector);
        markAllValid(validity, rows);
        for (int i = 0; i < rows; i++) {
            if (values[offset + i] == LongColumn.NULL) {
                setNull(validity, i);
            }
        }
    }

    public void writeInts(DuckDBWritableVector vector, int[] values, int offset, int rows) {
        if (values == IntColumn.ALL_NULL) {
            markAllNull(validity(vector), rows);
            return;
        }
        ByteBuffer validity = validity(vector);
        markAllValid(validity, rows);
        for (int i = 0; i < rows; i++) {
            int value = values[offset + i];
            scratch[i] = value;
            if (value == IntColumn.NULL) {
                setNull(validity, i);
            }
        }
        data(vector).asLongBuffer().put(0, scratch, 0, rows);
    }

    public void writeDoubles(DuckDBWritableVector vector, double[] values, int offset, int rows) {
        if (values == DoubleColumn.ALL_NULL) {
            markAllNull(validity(vector), rows);
            return;
        }
        data(vector).asDoubleBuffer().put(0, values, offset, rows);
        ByteBuffer validity = validity(vector);
        markAllValid(validity, rows);
        for (int i = 0; i < rows; i++) {
            if (DoubleColumn.isNull(values[offset + i])) {
                setNull(validity, i);
            }
        }
    }

    /// Writes strings by their ids; `words` come from
    /// [NativeStrings][traceglass.store.feed.NativeStrings#wordsOf]. An id that equals the one in
    /// `comparedIds` is written as NULL; `comparedIds` may be null.
    public void writeStrings(
            DuckDBWritableVector vector, int[] ids, int @Nullable [] comparedIds, long[] words, int offset, int rows) {
        if (ids == IntColumn.ALL_NULL_STRINGS) {
            markAllNull(validity(vector), rows);
            return;
        }
        ByteBuffer validity = validity(vector);
        markAllValid(validity, rows);
        long[] texts = textScratch;
        for (int i = 0; i < rows; i++) {
            int id = ids[offset + i];
            if (id == StringPool.NULL || comparedIds != null && comparedIds[offset + i] == id) {
                setNull(validity, i);
                texts[2 * i] = 0;
                texts[2 * i + 1] = 0;
            } else {
                texts[2 * i] = words[2 * id];
                texts[2 * i + 1] = words[2 * id + 1];
            }
        }
        data(vector).asLongBuffer().put(0, texts, 0, 2 * rows);
    }

    /// Writes bytes into a vector of VARCHAR, to be converted to BLOB with `encode`: the driver has no BLOB
    /// vectors. The written values are valid until the next call.
    public void writeBlobs(DuckDBWritableVector vector, BlobChunk values, int offset, int rows) {
        if (values == BlobChunk.ALL_NULL) {
            markAllNull(validity(vector), rows);
            return;
        }
        long total = 0;
        for (int i = 0; i < rows; i++) {
            total += values.length(offset + i);
        }
        ensureRoom(total);
        ByteBuffer data = data(vector);
        ByteBuffer validity = validity(vector);
        markAllValid(validity, rows);
        long position = 0;
        for (int i = 0; i < rows; i++) {
            if (values.isNull(offset + i)) {
                setNull(validity, i);
                continue;
            }
            int length = values.length(offset + i);
            int p = 16 * i;
            data.putInt(p, length);
            if (length == 0) {
                continue;
            }
            byte[] page = values.page(offset + i);
            int start = values.start(offset + i);
            if (length <= 12) {
                data.put(p + 4, page, start, length);
            } else {
                data.put(p + 4, page, start, 4);
                data.putLong(p + 8, blobs.address() + position);
                MemorySegment.copy(page, start, blobs, ValueLayout.JAVA_BYTE, position, length);
                position += length;
            }
        }
    }

    @Override
    public void close() {
        if (blobArena != null) {
            blobArena.close();
            blobArena = null;
            blobs = MemorySegment.NULL;
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // `close` closes it.
    private void ensureRoom(long bytes) {
        if (bytes > blobs.byteSize()) {
            close();
            blobArena = Arena.ofShared();
            blobs = blobArena.allocate(Math.max(1 << 16, bytes * 2), 1);
        }
    }

    private static void markAllValid(ByteBuffer validity, int rows) {
        for (int i = 0, n = rows + 63 >> 6; i < n; i++) {
            validity.putLong(8 * i, -1);
        }
    }

    private static void markAllNull(ByteBuffer validity, int rows) {
        for (int i = 0, n = rows + 63 >> 6; i < n; i++) {
            validity.putLong(8 * i, 0);
        }
    }

    private static void setNull(ByteBuffer validity, int row) {
        int p = row >> 6 << 3;
        validity.putLong(p, validity.getLong(p) & ~(1L << row));
    }

    private static ByteBuffer data(DuckDBWritableVector vector) {
        return (ByteBuffer) DATA.get(vector);
    }

    private static ByteBuffer validity(DuckDBWritableVector vector) {
        return (ByteBuffer) VALIDITY.get(vector);
    }

    private static VarHandle field(String name) {
        try {
            return MethodHandles.privateLookupIn(DuckDBWritableVector.class, MethodHandles.lookup())
                    .findVarHandle(DuckDBWritableVector.class, name, ByteBuffer.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this version of the DuckDB driver is not supported: its vectors have no field " + name, e);
        }
    }
}
