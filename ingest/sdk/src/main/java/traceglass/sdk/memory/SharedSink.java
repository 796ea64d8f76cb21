package traceglass.sdk.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.proto.ProtoWriter;

/// Writes the packets of one sequence into shared memory. While a chunk is being filled, its packet count is one too
/// high: if this process ends, the service ignores the last packet of an open chunk and thus reads all real ones.
public final class SharedSink extends SequenceSink {

    private static final int MAX_PACKETS = 1021;
    private static final int CONTINUES_HERE = 1 << 10;
    private static final int CONTINUES_LATER = 2 << 10;
    private static final int SIZE_BYTES = 4;
    private static final long FIRST_WAIT_NS = 8_000;
    private static final long MAX_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long STALL_NS = TimeUnit.SECONDS.toNanos(30);

    private final SharedBuffer buffer;
    private final int writer;
    private final @Nullable Thread thread;
    private final @Nullable BooleanSupplier stalls;
    private volatile int target;
    private int chunk = -1;
    private int chunks;
    private int count;
    private int flags;
    private boolean isDropping;
    private boolean isCountedHigher;
    /// Offset of the packet count.
    private long countOffset;

    /// @param writer writer id of the sequence in this process
    /// @param target id of the service's target buffer
    /// @param thread the thread that writes here, or null if several do
    /// @param stalls returns whether to wait for free chunks, called repeatedly while waiting; null to drop packets
    ///     immediately
    public SharedSink(
            SharedBuffer buffer, int writer, int target, @Nullable Thread thread, @Nullable BooleanSupplier stalls) {
        super(0, 1, 0);
        this.buffer = buffer;
        this.writer = writer;
        this.target = target;
        this.thread = thread;
        this.stalls = stalls;
    }

    public int writer() {
        return writer;
    }

    /// Sets the target buffer of a sink that was created before it was known.
    public void bind(int newTarget) {
        target = newTarget;
    }

    /// Returns whether the thread that wrote here has ended.
    public boolean isAbandoned() {
        return thread != null && !thread.isAlive();
    }

    @Override
    protected boolean nextChunk(int bytes) {
        // A thread that waits for a chunk must not hold one, or all threads could wait for each other.
        finish();
        int next = acquire();
        if (next < 0) {
            return false;
        }
        if (buffer.size(next) - SharedBuffer.CHUNK_HEADER_SIZE < bytes) {
            buffer.returnUnused(next);
            return false;
        }
        startChunk(next, false);
        return true;
    }

    private int acquire() {
        int next = buffer.acquire();
        if (next < 0 && stalls != null && !isDropping) {
            next = stall(stalls);
        }
        isDropping = next < 0;
        return next;
    }

    /// Waits until the service has freed a chunk, with increasing delays up to a limit.
    private int stall(BooleanSupplier isWanted) {
        long end = System.nanoTime() + STALL_NS;
        long wait = FIRST_WAIT_NS;
        int next = -1;
        while (next < 0 && isWanted.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(wait);
            wait = Math.min(2 * wait, MAX_WAIT_NS);
            next = buffer.acquire();
        }
        return next;
    }

    @Override
    protected boolean copy(ProtoWriter packet) {
        int size = packet.size();
        int room = (int) (limit - position) - SIZE_BYTES;
        boolean isFull = chunk < 0 || room < SIZE_BYTES || count >= MAX_PACKETS;
        if (!isFull && size <= room) {
            return copyRest(packet, 0);
        }
        int next = isFull ? -1 : buffer.acquire();
        int done = 0;
        if (next >= 0) {
            done = room;
            put(packet, 0, done);
            flags |= CONTINUES_LATER;
            finish();
        } else {
            finish();
            next = acquire();
            if (next < 0) {
                return false;
            }
        }
        startChunk(next, done > 0);
        return copyRest(packet, done);
    }

    private boolean copyRest(ProtoWriter packet, int start) {
        int done = start;
        while (true) {
            int length = (int) Math.min(packet.size() - done, limit - position - SIZE_BYTES);
            put(packet, done, length);
            done += length;
            if (done == packet.size()) {
                publish(position);
                return true;
            }
            int next = acquire();
            if (next < 0) {
                abandon(length);
                return false;
            }
            flags |= CONTINUES_LATER;
            finish();
            startChunk(next, true);
        }
    }

    /// Marks a partly written packet as dropped: the size of its last fragment becomes the marker for dropped
    /// packets.
    private void abandon(int length) {
        long start = position - length - ProtoWriter.sizeOfVarint(length);
        memory.set(JAVA_BYTE, start, (byte) 0xff);
        memory.set(JAVA_BYTE, start + 1, (byte) 0xff);
        memory.set(JAVA_BYTE, start + 2, (byte) 0xff);
        memory.set(JAVA_BYTE, start + 3, (byte) 0x7f);
        finish();
    }

    private void startChunk(int next, boolean continues) {
        chunk = next;
        count = 0;
        flags = continues ? CONTINUES_HERE : 0;
        isCountedHigher = false;
        memory = buffer.memory();
        long start = buffer.start(next);
        position = start + SharedBuffer.CHUNK_HEADER_SIZE;
        limit = start + buffer.size(next);
        buffer.setInt(start, chunks++);
        buffer.setShort(start + 4, (short) writer);
        countOffset = start + 6;
        buffer.setShort(countOffset, (short) flags);
    }

    private void put(ProtoWriter packet, int from, int length) {
        long to = putVarint(position, length);
        MemorySegment.copy(packet.memory(), packet.start() + from, memory, to, length);
        position = to + length;
        count++;
        isCountedHigher = false;
    }

    /// Makes the packets of the chunk visible. The count is one higher than the number of packets if an empty
    /// packet still fits.
    @Override
    protected void publish(long end) {
        if (end > position) {
            position = end;
            count++;
        }
        boolean hasRoom = position < limit;
        if (hasRoom) {
            memory.set(JAVA_BYTE, position, (byte) 0);
        }
        isCountedHigher = hasRoom;
        buffer.setShort(countOffset, (short) (count + (hasRoom ? 1 : 0) | flags));
        if (count >= MAX_PACKETS) {
            limit = position;
        }
    }

    @Override
    protected void finish() {
        if (chunk >= 0) {
            // A service that has seen the higher count reads an empty packet there.
            buffer.setShort(countOffset, (short) (count + (isCountedHigher ? 1 : 0) | flags));
            buffer.complete(chunk, target);
            chunk = -1;
            position = 0;
            limit = 0;
        }
    }
}
