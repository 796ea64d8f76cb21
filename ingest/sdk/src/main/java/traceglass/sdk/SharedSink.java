package traceglass.sdk;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.SharedMemory;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the packets of one sequence into shared memory. While a chunk is being filled, its count of packets is one
/// too high, so that the service, which ignores the last one, can read all when this process ends.
final class SharedSink implements SequenceSink {

    private static final int MAX_PACKETS = 1021;
    private static final int CONTINUES_HERE = 1 << 10;
    private static final int CONTINUES_LATER = 2 << 10;
    private static final int SIZE_BYTES = 4;

    private final ProducerConnection connection;
    private final SharedBuffer buffer;
    private final int writer;
    private final int target;
    private final @Nullable Thread thread;
    private int page = -1;
    private int chunk;
    private int at;
    private int count;
    private int flags;
    private boolean isClosed;

    SharedSink(ProducerConnection connection, SharedBuffer buffer, int writer, int target, @Nullable Thread thread) {
        this.connection = connection;
        this.buffer = buffer;
        this.writer = writer;
        this.target = target;
        this.thread = thread;
    }

    int writer() {
        return writer;
    }

    /// Returns whether the thread has ended that wrote here.
    boolean isAbandoned() {
        return thread != null && !thread.isAlive();
    }

    @Override
    public synchronized boolean write(byte[] packet, int size, boolean isClearing) {
        if (isClosed) {
            return false;
        }
        int payload = buffer.payloadSize();
        boolean isFull = page < 0 || count >= MAX_PACKETS || payload - at <= SIZE_BYTES + 8;
        int here = isFull ? 0 : Math.min(size, payload - at - SIZE_BYTES);
        int each = payload - SIZE_BYTES;
        int[] more = new int[0];
        if (here < size || isFull) {
            more = buffer.acquire(Math.max(1, (size - here + each - 1) / each));
            if (more.length == 0) {
                return false;
            }
        }
        if (isFull) {
            finish();
        } else {
            fragment(packet, 0, here);
        }
        int done = here;
        for (int next : more) {
            boolean continues = done > 0;
            if (continues) {
                flags |= CONTINUES_LATER;
                finish();
            }
            startChunk(next, continues);
            int length = Math.min(each, size - done);
            fragment(packet, done, length);
            done += length;
        }
        publish();
        if (buffer.isHalfPending()) {
            connection.commit();
        }
        return true;
    }

    private void startChunk(int next, boolean continues) {
        page = next;
        at = 0;
        count = 0;
        flags = continues ? CONTINUES_HERE : 0;
        SharedMemory memory = buffer.memory();
        long start = buffer.offset(page);
        memory.setInt(start + 8, chunk++);
        memory.setShort(start + 12, (short) writer);
        memory.setShort(start + 14, (short) flags);
    }

    private void fragment(byte[] packet, int from, int length) {
        MemorySegment to = buffer.memory().segment();
        long offset = buffer.offset(page) + SharedBuffer.HEADER + at;
        int sizeBytes = ProtoWriter.sizeOfVarint(length);
        for (int i = 0, rest = length; i < sizeBytes; i++, rest >>>= 7) {
            to.set(JAVA_BYTE, offset + i, (byte) (i < sizeBytes - 1 ? rest | 0x80 : rest));
        }
        MemorySegment.copy(packet, from, to, JAVA_BYTE, offset + sizeBytes, length);
        at += sizeBytes + length;
        count++;
    }

    /// Makes the packets of the chunk visible. The count is one higher than that of the packets, if an empty one
    /// fits.
    private void publish() {
        boolean isRoom = at < buffer.payloadSize();
        if (isRoom) {
            buffer.memory().segment().set(JAVA_BYTE, buffer.offset(page) + SharedBuffer.HEADER + at, (byte) 0);
        }
        buffer.memory().setShort(buffer.offset(page) + 14, (short) (count + (isRoom ? 1 : 0) | flags));
    }

    /// Hands the chunk over to the service.
    private void finish() {
        if (page >= 0) {
            // A service that has seen the higher count finds an empty packet there.
            boolean isExact = (flags & CONTINUES_LATER) != 0 || at >= buffer.payloadSize();
            buffer.memory().setShort(buffer.offset(page) + 14, (short) (count + (isExact ? 0 : 1) | flags));
            buffer.complete(page, target);
            page = -1;
        }
    }

    synchronized void flush() {
        if (!isClosed) {
            finish();
        }
    }

    /// Takes no more packets.
    synchronized void close() {
        flush();
        isClosed = true;
    }
}
