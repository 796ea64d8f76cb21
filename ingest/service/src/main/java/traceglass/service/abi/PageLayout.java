package traceglass.service.abi;

/// The division of a shared memory page into chunks of equal size, encoded in the page's header word.
public final class PageLayout {

    /// Bytes of a page before its first chunk.
    public static final int PAGE_HEADER_SIZE = 8;

    /// Bytes of a chunk before its payload.
    public static final int CHUNK_HEADER_SIZE = 8;

    public static final int STATE_FREE = 0;
    public static final int STATE_BEING_WRITTEN = 1;
    public static final int STATE_BEING_READ = 2;
    public static final int STATE_COMPLETE = 3;

    private static final int[] CHUNKS = {0, 1, 2, 4, 7, 14, 0, 0};
    private static final int LAYOUT_SHIFT = 28;
    private static final int ALIGNMENT = 4;

    private PageLayout() {}

    /// Number of chunks that a header word declares; 0 for free pages and unknown layouts.
    public static int chunks(int word) {
        return CHUNKS[word >>> LAYOUT_SHIFT & 7];
    }

    /// Size of each chunk in bytes, including its header.
    public static int chunkSize(int pageSize, int chunks) {
        return (pageSize - PAGE_HEADER_SIZE) / chunks / ALIGNMENT * ALIGNMENT;
    }

    public static int state(int word, int chunk) {
        return word >>> 2 * chunk & 3;
    }

    public static int withState(int word, int chunk, int state) {
        return word & ~(3 << 2 * chunk) | state << 2 * chunk;
    }

    /// Header word of a page that was just divided.
    ///
    /// @param layout 1 to 5 for 1, 2, 4, 7 and 14 chunks
    public static int partitioned(int layout) {
        return layout << LAYOUT_SHIFT;
    }

    /// Whether all chunks of a page are free.
    public static boolean areAllFree(int word) {
        return (word & (1 << LAYOUT_SHIFT) - 1) == 0;
    }
}
