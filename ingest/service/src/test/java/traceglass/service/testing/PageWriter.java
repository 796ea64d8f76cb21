package traceglass.service.testing;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import traceglass.protos.common.CommitDataRequest;
import traceglass.service.abi.PageLayout;

/// Writes packets into shared memory like a producer.
public final class PageWriter {

    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle SHORT = ValueLayout.JAVA_SHORT.varHandle();

    private final MemorySegment memory;
    private final int pageSize;
    private final int layout;
    private final int writer;
    private final int buffer;
    private final CommitDataRequest.Builder commits = CommitDataRequest.newBuilder();
    private int chunkId;
    private int page = -1;
    private int chunk;
    private long position;
    private int remaining;
    private int count;
    private int flags;

    /// @param layout 1 to 5, see [PageLayout#partitioned]
    public PageWriter(MemorySegment memory, int pageSize, int layout, int writer, int buffer) {
        this.memory = memory;
        this.pageSize = pageSize;
        this.layout = layout;
        this.writer = writer;
        this.buffer = buffer;
    }

    /// Writes a packet. Returns false, and keeps no part of it, if there are not enough free chunks.
    public boolean write(byte[] packet) {
        if ((page < 0 || remaining < 5 || count >= 1000) && !nextChunk(0)) {
            return false;
        }
        int done = 0;
        while (true) {
            int n = Math.min(packet.length - done, remaining - 4);
            boolean hasMore = done + n < packet.length;
            count++;
            storeHeader();
            writeSize(n);
            MemorySegment.copy(packet, done, memory, ValueLayout.JAVA_BYTE, position, n);
            position += n;
            remaining -= n;
            done += n;
            if (!hasMore) {
                storeHeader();
                return true;
            }
            int offset = (int) (position - n - 4);
            flags |= 2;
            if (!nextChunk(1)) {
                flags &= ~2;
                position = offset;
                writeSize(0x0FFFFFFF);
                storeHeader();
                finish();
                return false;
            }
        }
    }

    private void writeSize(int n) {
        for (int i = 0; i < 4; i++) {
            memory.set(ValueLayout.JAVA_BYTE, position++, (byte) (n >>> 7 * i & 0x7F | (i < 3 ? 0x80 : 0)));
        }
        remaining -= 4;
    }

    private void storeHeader() {
        long header = chunkStart();
        SHORT.setRelease(memory, header + 6, (short) (count | flags << 10));
    }

    private long chunkStart() {
        int size = PageLayout.chunkSize(pageSize, PageLayout.chunks(PageLayout.partitioned(layout)));
        return (long) page * pageSize + PageLayout.PAGE_HEADER_SIZE + (long) chunk * size;
    }

    private boolean nextChunk(int firstFlags) {
        int oldPage = page;
        int oldChunk = chunk;
        int oldCount = count | flags << 10;
        long oldStart = page < 0 ? 0 : chunkStart();
        if (!acquire()) {
            page = oldPage;
            chunk = oldChunk;
            return false;
        }
        if (oldPage >= 0) {
            SHORT.setRelease(memory, oldStart + 6, (short) oldCount);
            complete(oldPage, oldChunk);
        }
        flags = firstFlags;
        count = 0;
        WORD.setOpaque(memory, chunkStart(), chunkId++);
        SHORT.setOpaque(memory, chunkStart() + 4, (short) writer);
        SHORT.setRelease(memory, chunkStart() + 6, (short) (flags << 10));
        position = chunkStart() + PageLayout.CHUNK_HEADER_SIZE;
        remaining = PageLayout.chunkSize(pageSize, PageLayout.chunks(PageLayout.partitioned(layout)))
                - PageLayout.CHUNK_HEADER_SIZE;
        return true;
    }

    private boolean acquire() {
        int pages = (int) (memory.byteSize() / pageSize);
        for (int p = 0; p < pages; p++) {
            long offset = (long) p * pageSize;
            WORD.compareAndSet(memory, offset, 0, PageLayout.partitioned(layout));
            int word = (int) WORD.getAcquire(memory, offset);
            for (int c = 0; c < PageLayout.chunks(word); c++) {
                boolean isMine = PageLayout.chunks(word) == PageLayout.chunks(PageLayout.partitioned(layout));
                if (isMine
                        && PageLayout.state(word, c) == PageLayout.STATE_FREE
                        && WORD.compareAndSet(
                                memory, offset, word, PageLayout.withState(word, c, PageLayout.STATE_BEING_WRITTEN))) {
                    page = p;
                    chunk = c;
                    return true;
                }
                word = (int) WORD.getAcquire(memory, offset);
            }
        }
        return false;
    }

    private void complete(int oldPage, int oldChunk) {
        long offset = (long) oldPage * pageSize;
        int word;
        do {
            word = (int) WORD.getAcquire(memory, offset);
        } while (!WORD.compareAndSet(
                memory, offset, word, PageLayout.withState(word, oldChunk, PageLayout.STATE_COMPLETE)));
        commits.addChunksToMove(CommitDataRequest.ChunksToMove.newBuilder()
                .setPage(oldPage)
                .setChunk(oldChunk)
                .setTargetBuffer(buffer));
    }

    /// Completes the current chunk.
    public void finish() {
        if (page >= 0) {
            storeHeader();
            complete(page, chunk);
            page = -1;
            count = 0;
            flags = 0;
        }
    }

    /// Returns whether there are complete chunks to commit.
    public boolean hasCommits() {
        return commits.getChunksToMoveCount() > 0;
    }

    /// Removes the complete chunks and returns a commit request for them.
    public CommitDataRequest commit() {
        CommitDataRequest request = commits.build();
        commits.clear();
        return request;
    }

    /// Encodes packets with their sizes, as the payload of a chunk.
    public static byte[] fragments(byte[]... packets) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] packet : packets) {
            int n = packet.length;
            for (; n >= 0x80; n >>>= 7) {
                out.write(n & 0x7F | 0x80);
            }
            out.write(n);
            out.writeBytes(packet);
        }
        return out.toByteArray();
    }

    /// Returns a complete chunk with its header, as sent in a message.
    public static byte[] inlineChunk(int writer, int chunkId, byte[]... packets) {
        byte[] payload = fragments(packets);
        return ByteBuffer.allocate(PageLayout.CHUNK_HEADER_SIZE + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(chunkId)
                .putShort((short) writer)
                .putShort((short) packets.length)
                .put(payload)
                .array();
    }
}
