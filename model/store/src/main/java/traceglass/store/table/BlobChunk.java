package traceglass.store.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The blobs of a chunk's rows, one behind the other in pages: as arrays of their own, small ones take three times
/// their bytes, and the garbage collector looks at each.
///
/// One thread writes; once the chunk is sealed, any may read.
public final class BlobChunk {

    /// A chunk without values. Nothing is put into it.
    static final BlobChunk ALL_NULL = new BlobChunk();

    private static final int PAGE_BITS = 16;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE - 1;
    /// Of a page's number; as many as a place has bits for.
    private static final int MOST_PAGES = 1 << Integer.SIZE - PAGE_BITS;
    /// One of so many bytes has a page of its own, so that hardly any of a page remains empty.
    private static final int LARGE = PAGE / 8;
    private static final int NULL = -1;

    private byte[][] pages = new byte[4][];
    private int pageCount;
    /// The page that is being filled, and how far it is.
    private int filling = -1;
    private int used = PAGE;
    /// Per row the number of its page, and in the lowest [#PAGE_BITS] bits where it begins there.
    private final int[] places = new int[Table.CHUNK];
    /// Per row how many bytes it has, or [#NULL].
    private final int[] lengths = new int[Table.CHUNK];

    BlobChunk() {
        Arrays.fill(lengths, NULL);
    }

    /// Sets a row's value; the array, if it is a large one, stays in use.
    void set(int row, byte[] value) {
        if (value == BlobColumn.NULL) {
            lengths[row] = NULL;
        } else if (value.length >= LARGE) {
            places[row] = addPage(value) << PAGE_BITS;
            lengths[row] = value.length;
        } else {
            set(row, value, 0, value.length);
        }
    }

    /// Sets a row's value to a copy of these bytes.
    void set(int row, byte[] from, int offset, int length) {
        if (length >= LARGE) {
            set(row, Arrays.copyOfRange(from, offset, offset + length));
            return;
        }
        if (PAGE - used < length) {
            filling = addPage(new byte[PAGE]);
            used = 0;
        }
        // Of what is empty, nobody asks for the place.
        if (length > 0) {
            System.arraycopy(from, offset, pages[filling], used, length);
            places[row] = filling << PAGE_BITS | used;
            used += length;
        }
        lengths[row] = length;
    }

    private int addPage(byte[] page) {
        if (pageCount == MOST_PAGES) {
            throw new IllegalStateException("rows of one chunk were set too often");
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

    /// Bytes of a row; 0 if it is NULL.
    int length(int row) {
        return Math.max(0, lengths[row]);
    }

    /// The array that holds a row's value, from [#start] on; nobody may change it. Only for rows with a [#length].
    byte[] page(int row) {
        return pages[places[row] >>> PAGE_BITS];
    }

    int start(int row) {
        return places[row] & PAGE_MASK;
    }

    /// A copy of a row's value, or [BlobColumn#NULL].
    byte @Nullable [] get(int row) {
        int length = lengths[row];
        return length == NULL
                ? BlobColumn.NULL
                : length == 0 ? new byte[0] : Arrays.copyOfRange(page(row), start(row), start(row) + length);
    }

    /// About how many bytes of memory this takes.
    long size() {
        long bytes = 8L * Table.CHUNK;
        for (int i = 0; i < pageCount; i++) {
            bytes += pages[i].length;
        }
        return bytes;
    }
}
