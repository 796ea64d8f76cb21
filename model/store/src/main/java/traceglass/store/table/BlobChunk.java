package traceglass.store.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The blobs of a chunk's rows, stored contiguously in pages: as separate arrays, small blobs would take three times
/// their size, and the garbage collector would visit each.
///
/// One thread writes; once the chunk is sealed, any thread may read.
public final class BlobChunk {

    /// A chunk without values. Must not be modified.
    static final BlobChunk ALL_NULL = new BlobChunk();

    private static final int PAGE_BITS = 16;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_SIZE - 1;
    /// Maximum number of pages, limited by the bits for the page number in a position.
    private static final int MAX_PAGES = 1 << Integer.SIZE - PAGE_BITS;
    /// Blobs of at least this size have their own page, so that at most this much of a page is wasted.
    private static final int LARGE_BLOB_BYTES = PAGE_SIZE / 8;
    private static final int NULL = -1;

    private byte[][] pages = new byte[4][];
    private int pageCount;
    /// The page being filled, and its fill level.
    private int currentPage = -1;
    private int used = PAGE_SIZE;
    /// Position of each row's blob: the page number, and in the lowest [#PAGE_BITS] bits the offset in that page.
    private final int[] positions = new int[Table.CHUNK_ROWS];
    /// Length of each row's blob in bytes, or [#NULL].
    private final int[] lengths = new int[Table.CHUNK_ROWS];

    BlobChunk() {
        Arrays.fill(lengths, NULL);
    }

    /// Sets a row's value; a large array is not copied.
    void set(int row, byte[] value) {
        if (value == BlobColumn.NULL) {
            lengths[row] = NULL;
        } else if (value.length >= LARGE_BLOB_BYTES) {
            positions[row] = addPage(value) << PAGE_BITS;
            lengths[row] = value.length;
        } else {
            set(row, value, 0, value.length);
        }
    }

    /// Sets a row's value to a copy of these bytes.
    void set(int row, byte[] from, int offset, int length) {
        if (length >= LARGE_BLOB_BYTES) {
            set(row, Arrays.copyOfRange(from, offset, offset + length));
            return;
        }
        if (PAGE_SIZE - used < length) {
            currentPage = addPage(new byte[PAGE_SIZE]);
            used = 0;
        }
        // An empty blob needs no position.
        if (length > 0) {
            System.arraycopy(from, offset, pages[currentPage], used, length);
            positions[row] = currentPage << PAGE_BITS | used;
            used += length;
        }
        lengths[row] = length;
    }

    private int addPage(byte[] page) {
        if (pageCount == MAX_PAGES) {
            throw new IllegalStateException("too many writes to rows of one chunk");
        }
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, pageCount * 2);
        }
        pages[pageCount] = page;
        return pageCount++;
    }

    boolean isNull(int row) {
        return lengths[row] == NULL;
    }

    /// Returns the length in bytes of a row's value; 0 if it is NULL.
    int length(int row) {
        return Math.max(0, lengths[row]);
    }

    /// Returns the array that contains a row's value from [#start] on; must not be modified. Only for rows whose
    /// [#length] is not 0.
    byte[] page(int row) {
        return pages[positions[row] >>> PAGE_BITS];
    }

    int start(int row) {
        return positions[row] & PAGE_MASK;
    }

    /// Returns a copy of a row's value, or [BlobColumn#NULL].
    byte @Nullable [] get(int row) {
        int length = lengths[row];
        return length == NULL
                ? BlobColumn.NULL
                : length == 0 ? new byte[0] : Arrays.copyOfRange(page(row), start(row), start(row) + length);
    }

    /// Returns the approximate memory use in bytes.
    long size() {
        long bytes = 8L * Table.CHUNK_ROWS;
        for (int i = 0; i < pageCount; i++) {
            bytes += pages[i].length;
        }
        return bytes;
    }
}
