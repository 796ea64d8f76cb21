package traceglass.sdk.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import traceglass.sdk.proto.ProtoWriter;

/// The memory that a producer shares with the tracing service: pages of chunks, which threads fill and the service
/// empties. Layout: section B of the shared memory ABI.
///
/// A page is one chunk; while three quarters of the pages are in use, new pages are split into seven chunks, so that
/// many threads get one.
public final class SharedBuffer {

    /// Bytes before the payload of a chunk.
    static final int CHUNK_HEADER_SIZE = 8;

    /// Target of chunks written before the service has set their target buffer.
    public static final int UNKNOWN_TARGET = 1 << 16;

    private static final int PAGE_HEADER_SIZE = 8;
    private static final int MAX_PAGE_BYTES = 32 * 1024;
    private static final int LAYOUT_SHIFT = 28;
    private static final int ONE_CHUNK = 1;
    private static final int SEVEN_CHUNKS = 4;
    private static final int[] CHUNKS = {0, 1, 2, 4, 7, 14, 0, 0};
    private static final int MAX_CHUNKS = 16;
    private static final int COUNTED_AT_ONCE = 8;
    private static final int WRITING = 1;
    private static final int COMPLETE = 3;
    /// Maximum number of bytes of a commit, given the limit of a frame.
    private static final int MAX_BYTES = 128 * 1024 - 512;

    /// Maximum number of bytes that identify a chunk in a commit.
    private static final int MOVE_BYTES = 32;
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle SHORT = JAVA_SHORT.varHandle();

    private final MemorySegment memory;
    private final int pageSize;
    private final int pages;
    private final boolean isEmulated;
    private final Runnable whenHalfFull;

    /// The chunks that are ready for the service, with their target buffers.
    private long[] moves = new long[64];

    private int moveCount;
    private int last;
    private int lastSplit;
    private int acquiredChunk;
    /// Pages that were free when last checked. Each call checks some of them.
    private final boolean[] areFree;

    private int freePages;
    private int usedChunks;
    private int boundTarget = -1;
    private boolean hasMore;
    private long pendingBytes;

    /// @param isEmulated whether the service does not share the memory, so that commits contain the chunks' data
    /// @param whenHalfFull called when chunks should be committed soon
    public SharedBuffer(MemorySegment memory, int pageSize, boolean isEmulated, Runnable whenHalfFull)
            throws IOException {
        if (pageSize < 4096 || pageSize > MAX_PAGE_BYTES || pageSize % 4096 != 0 || memory.byteSize() < pageSize) {
            throw new IOException(
                    "The tracing service offers shared memory with an unsupported page size of " + pageSize + " bytes");
        }
        this.memory = memory;
        this.pageSize = pageSize;
        this.isEmulated = isEmulated;
        this.whenHalfFull = whenHalfFull;
        pages = (int) (memory.byteSize() / pageSize);
        last = pages - 1;
        areFree = new boolean[pages];
        Arrays.fill(areFree, true);
        freePages = pages;
    }

    MemorySegment memory() {
        return memory;
    }

    /// Acquires a free chunk, whose state becomes "being written".
    ///
    /// @return its number, or -1 if none is free
    synchronized int acquire() {
        countFreePages();
        boolean isScarce = freePages <= pages / 4;
        int layout = isScarce ? SEVEN_CHUNKS : ONE_CHUNK;
        if (isScarce && tryAcquireFree(freeChunk(lastSplit, word(lastSplit)))) {
            return acquiredChunk;
        }
        for (int i = 1; i <= pages; i++) {
            int page = (last + i) % pages;
            int word = word(page);
            if (word == 0) {
                if (compareAndSet(page, 0, layout << LAYOUT_SHIFT | WRITING)) {
                    recordTaken(page, isScarce);
                    return page * MAX_CHUNKS;
                }
            } else if (isScarce && tryAcquireFree(freeChunk(page, word))) {
                lastSplit = page;
                return acquiredChunk;
            }
        }
        return isScarce ? -1 : acquireSplit();
    }

    private int acquireSplit() {
        for (int page = 0; page < pages; page++) {
            if (tryAcquireFree(freeChunk(page, word(page)))) {
                return acquiredChunk;
            }
        }
        return -1;
    }

    /// Updates the count of free pages by checking some pages, which the service can have freed.
    private void countFreePages() {
        for (int i = 0; i < COUNTED_AT_ONCE; i++) {
            usedChunks = usedChunks + 1 < pages ? usedChunks + 1 : 0;
            boolean isFree = word(usedChunks) == 0;
            if (isFree != areFree[usedChunks]) {
                areFree[usedChunks] = isFree;
                freePages += isFree ? 1 : -1;
            }
        }
    }

    private void recordTaken(int page, boolean isSplit) {
        last = page;
        if (isSplit) {
            lastSplit = page;
        }
        if (areFree[page]) {
            areFree[page] = false;
            freePages--;
        }
    }

    /// Tries to acquire a chunk that was free; returns false if there is none (-1) or another thread was faster.
    private boolean tryAcquireFree(int chunk) {
        acquiredChunk = chunk;
        return chunk >= 0 && tryAcquire(chunk);
    }

    private int freeChunk(int page, int word) {
        int count = CHUNKS[word >>> LAYOUT_SHIFT & 7];
        for (int c = 0; c < count; c++) {
            if ((word >>> 2 * c & 3) == 0) {
                return page * MAX_CHUNKS + c;
            }
        }
        return -1;
    }

    private boolean tryAcquire(int chunk) {
        int page = chunk / MAX_CHUNKS;
        int shift = 2 * (chunk % MAX_CHUNKS);
        for (int word = word(page); ; word = word(page)) {
            // If the service has freed all chunks of the page in the meantime, the page is split again.
            int from = word == 0 ? SEVEN_CHUNKS << LAYOUT_SHIFT : word;
            if (compareAndSet(page, word, from | WRITING << shift)) {
                return true;
            }
        }
    }

    /// Returns the offset of a chunk's header.
    long start(int chunk) {
        int page = chunk / MAX_CHUNKS;
        return (long) page * pageSize + PAGE_HEADER_SIZE + (long) (chunk % MAX_CHUNKS) * size(chunk);
    }

    /// Returns the size in bytes of a chunk that is in use.
    int size(int chunk) {
        int count = Math.max(1, CHUNKS[word(chunk / MAX_CHUNKS) >>> LAYOUT_SHIFT & 7]);
        return (pageSize - PAGE_HEADER_SIZE) / count / 4 * 4;
    }

    /// Releases a chunk into which nothing was written.
    void returnUnused(int chunk) {
        free(chunk, WRITING);
    }

    /// Marks a chunk as complete, so that the next commit passes it to the service.
    void complete(int chunk, int target) {
        int page = chunk / MAX_CHUNKS;
        int shift = 2 * (chunk % MAX_CHUNKS);
        int size = size(chunk);
        boolean isHalf;
        synchronized (this) {
            int word = word(page);
            while (!compareAndSet(page, word, word | COMPLETE << shift)) {
                word = word(page);
            }
            if (moveCount == moves.length) {
                moves = Arrays.copyOf(moves, 2 * moveCount);
            }
            long to = target == UNKNOWN_TARGET && boundTarget >= 0 ? boundTarget : target;
            moves[moveCount++] = to << 32 | chunk;
            pendingBytes += size;
            isHalf = pendingBytes >= memory.byteSize() / 2;
        }
        if (isHalf || isEmulated) {
            whenHalfFull.run();
        }
    }

    public synchronized boolean hasPending() {
        return moveCount > 0;
    }

    /// Sets the target of the pending chunks, which was unknown when they were written.
    ///
    /// @param to the target buffer, or 0 if the service is to discard the chunks
    public synchronized void bind(int to) {
        boundTarget = to;
        for (int i = 0; i < moveCount; i++) {
            if (moves[i] >>> 32 == UNKNOWN_TARGET) {
                moves[i] = (long) to << 32 | (int) moves[i];
            }
        }
    }

    /// Removes the pending chunks and encodes a commit request for them. Chunks for [#UNKNOWN_TARGET] stay pending.
    ///
    /// @param flushRequest id of the flush to acknowledge once all chunks are committed, or 0
    /// @return the request; empty if there is nothing to commit or acknowledge
    public synchronized ProtoWriter takeCommit(long flushRequest) {
        ProtoWriter commit = new ProtoWriter();
        int remaining = 0;
        boolean isFull = false;
        for (int i = 0; i < moveCount; i++) {
            int size = size((int) moves[i]);
            isFull |= commit.size() + (isEmulated ? size : 0) + MOVE_BYTES > MAX_BYTES;
            if (isFull || moves[i] >>> 32 == UNKNOWN_TARGET) {
                moves[remaining++] = moves[i];
            } else {
                move(commit, (int) moves[i], moves[i] >>> 32, size);
                pendingBytes -= size;
            }
        }
        moveCount = remaining;
        hasMore = isFull;
        if (flushRequest != 0 && !isFull) {
            commit.varint(3, flushRequest);
        }
        return commit;
    }

    /// Returns whether the last commit request was too small for all chunks.
    public synchronized boolean hasMore() {
        return hasMore;
    }

    private void move(ProtoWriter commit, int chunk, long target, int size) {
        int move = commit.open(1);
        commit.varint(1, chunk / MAX_CHUNKS).varint(2, chunk % MAX_CHUNKS).varint(3, target);
        if (isEmulated) {
            commit.bytes(4, memory.asSlice(start(chunk), size).toArray(JAVA_BYTE));
            free(chunk, COMPLETE);
        }
        commit.close(move);
    }

    private void free(int chunk, int state) {
        int page = chunk / MAX_CHUNKS;
        long start = start(chunk);
        setInt(start, 0);
        setShort(start + 4, (short) 0);
        setShort(start + 6, (short) 0);
        while (true) {
            int word = word(page);
            int otherBits = word & ~(state << 2 * (chunk % MAX_CHUNKS));
            if (compareAndSet(page, word, (otherBits & (1 << LAYOUT_SHIFT) - 1) == 0 ? 0 : otherBits)) {
                return;
            }
        }
    }

    private int word(int page) {
        return (int) INT.getAcquire(memory, (long) page * pageSize);
    }

    private boolean compareAndSet(int page, int expected, int value) {
        return INT.compareAndSet(memory, (long) page * pageSize, expected, value);
    }

    void setInt(long offset, int value) {
        INT.setRelease(memory, offset, value);
    }

    void setShort(long offset, short value) {
        SHORT.setRelease(memory, offset, value);
    }
}
