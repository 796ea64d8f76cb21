package traceglass.sdk.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;
import traceglass.sdk.proto.ProtoWriter;

/// Accepts the packets of one sequence. They are written directly into its current chunk.
///
/// The thread of the sequence writes between [#enter] and [#exit]. Other threads detach the chunk with [#flush] and
/// [#close]; they wait for a packet that is being written, and the thread of the sequence never waits for a lock.
public abstract class SequenceSink {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int FREE = 0;
    private static final int WRITING = 1;
    private static final int BORROWED = 2;
    private static final int CLOSED = 3;
    private static final int SPINS = 100;
    private static final long PAUSE_NS = 50_000;
    private static final int WHOLE_WORD = 8;
    /// Bytes reserved for the size of a packet longer than 127 bytes.
    private static final int MORE_SIZE_BYTES = 4;

    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(SequenceSink.class, "owner", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Bytes before each packet, one of which holds its size.
    private final long head;

    private final int headLength;
    private final int sizeIndex;

    /// Memory that contains the current chunk.
    protected MemorySegment memory = MemorySegment.NULL;
    /// Offset in [#memory] at which the next packet starts.
    protected long position;
    /// Offset of the end of the chunk.
    protected long limit;

    @SuppressWarnings("unused")
    private int owner;

    /// @param head bytes before each packet, the first in the lowest bits
    /// @param headLength number of these bytes, 8 at most
    /// @param sizeIndex index of the head byte that gets the number of bytes after it
    protected SequenceSink(long head, int headLength, int sizeIndex) {
        this.head = head;
        this.headLength = headLength;
        this.sizeIndex = sizeIndex;
    }

    /// Allocates a new chunk with space for a packet.
    ///
    /// @param bytes size of the packet with its head
    /// @return false if there is no space
    protected abstract boolean nextChunk(int bytes);

    /// Makes the packets before an offset visible to readers.
    protected abstract void publish(long end);

    /// Copies a packet that does not fit into the rest of the chunk.
    ///
    /// @return false if there is no space
    protected abstract boolean copy(ProtoWriter packet);

    /// Releases the chunk to readers, after which there is no current chunk. Called by one thread at a time.
    protected abstract void finish();

    /// Marks the next packet as one at which readers can start.
    public void markCleared() {}

    /// Starts writing. Called on the thread of the sequence.
    ///
    /// @return false if the sink is closed or the thread is already writing here
    public final boolean enter() {
        return OWNER.compareAndSet(this, FREE, WRITING) || enterAfterOther();
    }

    private boolean enterAfterOther() {
        for (int i = 0; (int) OWNER.getAcquire(this) == BORROWED; i++) {
            pause(i);
        }
        return OWNER.compareAndSet(this, FREE, WRITING);
    }

    public final void exit() {
        OWNER.setRelease(this, FREE);
    }

    private static void pause(int round) {
        if (round < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    public final boolean isClosed() {
        return (int) OWNER.getAcquire(this) == CLOSED;
    }

    /// Releases the data written so far to readers, unless the thread of the sequence keeps writing for too long.
    public final void flush() {
        for (int i = 0; i < 2 * SPINS; i++) {
            if (OWNER.compareAndSet(this, FREE, BORROWED)) {
                try {
                    finish();
                } finally {
                    OWNER.setRelease(this, FREE);
                }
                return;
            }
            if (isClosed()) {
                return;
            }
            pause(i);
        }
    }

    /// Releases the written data to readers and accepts no more packets.
    public final void close() {
        for (int i = 0; !OWNER.compareAndSet(this, FREE, CLOSED); i++) {
            if (isClosed()) {
                return;
            }
            pause(i);
        }
        finish();
    }

    /// Starts a packet of at most the given number of bytes, which is written with [#putWord].
    ///
    /// @return the offset of its first byte, or -1 if there is no space
    public final long begin(int bytes) {
        int size = headLength + bytes + WHOLE_WORD;
        if (limit - position < size && !nextChunk(size)) {
            return -1;
        }
        memory.set(LONG, position, head);
        return position + headLength;
    }

    /// Writes eight bytes, little-endian. Bytes past the end of the packet are overwritten by the next packet.
    public final void putWord(long offset, long word) {
        memory.set(LONG, offset, word);
    }

    /// Writes the lowest byte of a number.
    public final void putByte(long offset, int value) {
        memory.set(JAVA_BYTE, offset, (byte) value);
    }

    /// Writes four bytes, little-endian.
    public final void putInt(long offset, int word) {
        memory.set(INT, offset, word);
    }

    /// Writes a tag and a varint of up to ten bytes.
    ///
    /// @return the offset after the varint
    public final long putVarint(long offset, int tagLength, int tag, long value) {
        memory.set(LONG, offset, tag);
        long to = offset + tagLength;
        long remaining = value;
        for (; (remaining & ~0x7fL) != 0; remaining >>>= 7) {
            memory.set(JAVA_BYTE, to++, (byte) (remaining | 0x80));
        }
        memory.set(JAVA_BYTE, to, (byte) remaining);
        return to + 1;
    }

    /// Ends a packet started with [#begin(int)]. It has at most 120 bytes, including its head.
    public final void end(long end) {
        memory.set(JAVA_BYTE, position + sizeIndex, (byte) (end - position - sizeIndex - 1));
        publish(end);
    }

    /// Starts a packet of any size.
    ///
    /// @param packet writer that gets set up to write into the chunk, and into its own memory once the chunk is
    ///     full
    public final void begin(ProtoWriter packet) {
        long start = position + headLength;
        if (limit - start < WHOLE_WORD) {
            packet.reset();
        } else {
            packet.writeInto(memory, start, limit - MORE_SIZE_BYTES);
        }
    }

    /// Ends a packet.
    ///
    /// @return false if there is no space and the packet is lost
    public final boolean end(ProtoWriter packet) {
        if (!packet.isInPlace()) {
            return copy(packet);
        }
        int size = headLength - sizeIndex - 1 + packet.size();
        long start = position + headLength;
        int extra = ProtoWriter.sizeOfVarint(size) - 1;
        if (extra > 0) {
            MemorySegment.copy(memory, start, memory, start + extra, packet.size());
        }
        putHead(position, size);
        publish(start + extra + packet.size());
        // The writer outlives the chunk's memory and must not refer to it.
        packet.reset();
        return true;
    }

    /// Writes a head and returns the offset of the packet after it.
    protected final long putHead(long offset, int size) {
        long to = offset;
        for (int i = 0; i < headLength; i++) {
            if (i == sizeIndex) {
                to = putVarint(to, size);
            } else {
                memory.set(JAVA_BYTE, to++, (byte) (head >>> 8 * i));
            }
        }
        return to;
    }

    protected final long putVarint(long offset, int value) {
        long to = offset;
        int remaining = value;
        for (; remaining >= 0x80; remaining >>>= 7) {
            memory.set(JAVA_BYTE, to++, (byte) (remaining | 0x80));
        }
        memory.set(JAVA_BYTE, to++, (byte) remaining);
        return to;
    }

    /// Returns the size in bytes of a packet with its head.
    protected final int framedSize(ProtoWriter packet) {
        int size = headLength - sizeIndex - 1 + packet.size();
        return headLength - 1 + ProtoWriter.sizeOfVarint(size) + packet.size();
    }

    /// Copies a packet into the chunk, which must have enough space.
    protected final long putWhole(long offset, ProtoWriter packet) {
        long start = putHead(offset, headLength - sizeIndex - 1 + packet.size());
        MemorySegment.copy(packet.memory(), packet.start(), memory, start, packet.size());
        return start + packet.size();
    }
}
