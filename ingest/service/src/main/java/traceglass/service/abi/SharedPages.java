package traceglass.service.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import traceglass.service.buffer.ChunkData;
import traceglass.service.buffer.Writer;

/// Chunks in the shared memory of one producer. The producer is not trusted: all data is read once and copied
/// before it is validated.
public final class SharedPages {

    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle();
    private static final int ATTEMPTS = 64;
    private static final int FRAGMENTS_MASK = 1023;
    private static final int FLAGS_SHIFT = 10;
    private static final int WRITER_OFFSET = 4;
    private static final int COUNT_OFFSET = 6;

    private final MemorySegment memory;
    private final int pageSize;

    public SharedPages(MemorySegment memory, int pageSize) {
        this.memory = memory;
        this.pageSize = pageSize;
    }

    public int pages() {
        return (int) (memory.byteSize() / pageSize);
    }

    public int pageSize() {
        return pageSize;
    }

    /// Removes and frees a complete chunk.
    ///
    /// @return null if there is no such chunk or it is not complete
    public @Nullable ChunkData take(int producer, int page, int chunk) {
        if (page < 0 || page >= pages() || chunk < 0) {
            return null;
        }
        int word = word(page);
        if (chunk >= PageLayout.chunks(word) || !move(page, chunk, PageLayout.STATE_COMPLETE, word, false)) {
            return null;
        }
        int chunks = PageLayout.chunks(word);
        ChunkData data = copy(producer, page, chunk, chunks, true);
        free(page, chunk, chunks);
        return data;
    }

    /// Copies a chunk that the producer has not committed, without changing it.
    ///
    /// @return null if there is nothing to copy
    public @Nullable ChunkData peek(int producer, int page, int chunk) {
        int word = word(page);
        if (chunk >= PageLayout.chunks(word)) {
            return null;
        }
        int state = PageLayout.state(word, chunk);
        if (state != PageLayout.STATE_COMPLETE && state != PageLayout.STATE_BEING_WRITTEN) {
            return null;
        }
        ChunkData data = copy(producer, page, chunk, PageLayout.chunks(word), state == PageLayout.STATE_COMPLETE);
        int after = word(page);
        boolean isSame = PageLayout.chunks(after) == PageLayout.chunks(word) && PageLayout.state(after, chunk) == state;
        // If the chunk's state has changed in the meantime, it will be committed anyway, or scraped later.
        return isSame ? data : null;
    }

    /// Number of chunks that a page currently has.
    public int chunks(int page) {
        return PageLayout.chunks(word(page));
    }

    private ChunkData copy(int producer, int page, int chunk, int chunks, boolean isComplete) {
        int size = PageLayout.chunkSize(pageSize, chunks);
        long offset = chunkOffset(page, chunk, size);
        int count = Short.toUnsignedInt((short) SHORT.getAcquire(memory, offset + COUNT_OFFSET));
        int id = (int) WORD.getOpaque(memory, offset);
        int writer = Short.toUnsignedInt((short) SHORT.getOpaque(memory, offset + WRITER_OFFSET));
        byte[] payload = new byte[size - PageLayout.CHUNK_HEADER_SIZE];
        MemorySegment.copy(
                memory, ValueLayout.JAVA_BYTE, offset + PageLayout.CHUNK_HEADER_SIZE, payload, 0, payload.length);
        return new ChunkData(
                new Writer(producer, writer), id, count & FRAGMENTS_MASK, count >>> FLAGS_SHIFT, isComplete, payload);
    }

    /// Reads a chunk that was sent in a message, including its header.
    ///
    /// @return null if there is no header
    public static @Nullable ChunkData ofMessage(int producer, byte[] chunk, boolean isComplete) {
        if (chunk.length < PageLayout.CHUNK_HEADER_SIZE) {
            return null;
        }
        MemorySegment bytes = MemorySegment.ofArray(chunk);
        int count = Short.toUnsignedInt(bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, COUNT_OFFSET));
        return new ChunkData(
                new Writer(producer, Short.toUnsignedInt(bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, WRITER_OFFSET))),
                bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 0),
                count & FRAGMENTS_MASK,
                count >>> FLAGS_SHIFT,
                isComplete,
                Arrays.copyOfRange(chunk, PageLayout.CHUNK_HEADER_SIZE, chunk.length));
    }

    private void free(int page, int chunk, int chunks) {
        long position = chunkOffset(page, chunk, PageLayout.chunkSize(pageSize, chunks));
        WORD.setOpaque(memory, position, 0);
        SHORT.setOpaque(memory, position + WRITER_OFFSET, (short) 0);
        SHORT.setRelease(memory, position + COUNT_OFFSET, (short) 0);
        move(page, chunk, PageLayout.STATE_BEING_READ, word(page), true);
    }

    /// Changes the state of a chunk from complete to being read, or from being read to free.
    ///
    /// @return false if the state differs or the producer keeps changing the header word
    private boolean move(int page, int chunk, int from, int first, boolean isFree) {
        int word = first;
        long position = (long) page * pageSize;
        for (int i = 0; i < ATTEMPTS; i++) {
            if (PageLayout.state(word, chunk) != from) {
                return false;
            }
            int next = PageLayout.withState(word, chunk, isFree ? PageLayout.STATE_FREE : PageLayout.STATE_BEING_READ);
            if (isFree && PageLayout.areAllFree(next)) {
                next = 0;
            }
            if (WORD.compareAndSet(memory, position, word, next)) {
                return true;
            }
            word = word(page);
            Thread.onSpinWait();
        }
        return false;
    }

    private int word(int page) {
        return (int) WORD.getAcquire(memory, (long) page * pageSize);
    }

    private long chunkOffset(int page, int chunk, int size) {
        return (long) page * pageSize + PageLayout.PAGE_HEADER_SIZE + (long) chunk * size;
    }
}
