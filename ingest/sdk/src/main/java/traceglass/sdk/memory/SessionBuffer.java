package traceglass.sdk.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The memory of a session: chunks that threads fill with complete packets, each chunk by one sequence.
///
/// Chunks are allocated at the start and reused. A packet becomes visible to readers when the end of its chunk
/// is moved past it, so that a session can be read while threads write.
public final class SessionBuffer {

    /// How often sequences restart while a ring is written once, so that readers can decode a sequence whose
    /// beginning was overwritten.
    private static final int CLEARS_PER_RING = 8;

    private static final VarHandle END;

    static {
        try {
            END = MethodHandles.lookup().findVarHandle(Chunk.class, "end", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// A chunk with packets of one sequence.
    static final class Chunk {

        final MemorySegment memory;
        int sequence;
        /// Number of the chunk in its sequence, from 0.
        int number;
        /// Offset of the first packet at which readers can start, or -1.
        volatile int clearedAt;

        /// The thread that fills the chunk, or null if it is full or several threads share it.
        @Nullable
        Thread writer;

        boolean isWritten;
        private int end;

        Chunk(MemorySegment memory) {
            this.memory = memory;
        }

        int end() {
            return (int) END.getAcquire(this);
        }

        void publish(int newEnd) {
            END.setRelease(this, newEnd);
        }
    }

    private final int chunkSize;
    private final boolean isRing;
    private final long capacity;
    private final ArrayDeque<Chunk> used = new ArrayDeque<>();
    private final ArrayDeque<Chunk> free = new ArrayDeque<>();
    private long usedBytes;
    private long sinceClear;
    private long overwritten;
    private volatile int generation;

    /// @param isRing whether the oldest packets are dropped when the buffer is full, instead of the newest
    public SessionBuffer(int kb, boolean isRing) {
        this.isRing = isRing;
        capacity = kb * 1024L;
        chunkSize = Math.clamp(capacity / 256, 4096, 32768);
        long count = capacity / chunkSize;
        MemorySegment memory = Arena.ofAuto().allocate(count * chunkSize, Long.BYTES);
        for (long i = 0; i < count; i++) {
            free.add(new Chunk(memory.asSlice(i * chunkSize, chunkSize)));
        }
    }

    /// Returns how many times sequences had to restart.
    public int generation() {
        return generation;
    }

    /// Returns the number of chunks that a ring overwrote.
    public synchronized long overwritten() {
        return overwritten;
    }

    /// Makes sequences restart with their next packet.
    public synchronized void clearIncrementalState() {
        restartSequences();
    }

    private void restartSequences() {
        // Only written while the lock is held.
        int next = generation + 1;
        generation = next;
    }

    /// Returns a chunk for a sequence, or null if there is no space.
    ///
    /// @param previous the previous chunk of the sequence
    /// @param number number of the chunk in its sequence
    /// @param size size in bytes of the packet that did not fit
    /// @param writer the thread after whose end the chunk can be reused, or null if several share it
    synchronized @Nullable Chunk next(
            @Nullable Chunk previous, int sequence, int number, int size, @Nullable Thread writer) {
        if (previous != null) {
            previous.isWritten = false;
            previous.writer = null;
        }
        int bytes = Math.max(chunkSize, size);
        while (usedBytes + bytes > capacity) {
            if (!isRing || !dropOldest()) {
                return null;
            }
        }
        Chunk chunk = bytes == chunkSize ? free.poll() : null;
        if (chunk == null) {
            chunk = new Chunk(Arena.ofAuto().allocate(bytes, Long.BYTES));
        }
        chunk.sequence = sequence;
        chunk.number = number;
        chunk.writer = writer;
        chunk.clearedAt = -1;
        chunk.isWritten = true;
        chunk.publish(0);
        used.add(chunk);
        usedBytes += bytes;
        sinceClear += bytes;
        if (isRing && sinceClear > capacity / CLEARS_PER_RING) {
            sinceClear = 0;
            restartSequences();
        }
        return chunk;
    }

    private boolean dropOldest() {
        for (Iterator<Chunk> chunks = used.iterator(); chunks.hasNext(); ) {
            Chunk chunk = chunks.next();
            if (!chunk.isWritten || chunk.writer != null && !chunk.writer.isAlive()) {
                chunks.remove();
                usedBytes -= chunk.memory.byteSize();
                overwritten++;
                if (chunk.memory.byteSize() == chunkSize) {
                    free.add(chunk);
                }
                return true;
            }
        }
        return false;
    }

    /// Appends all packets that readers can decode, in order for each sequence.
    public synchronized void copyTo(ByteArrayOutputStream to) {
        Map<Integer, Integer> expected = new HashMap<>();
        for (Chunk chunk : used) {
            int end = chunk.end();
            int start = 0;
            if (expected.getOrDefault(chunk.sequence, 0) != chunk.number) {
                start = chunk.clearedAt;
            }
            if (start >= 0) {
                expected.put(chunk.sequence, chunk.number + 1);
                if (end > start) {
                    to.writeBytes(chunk.memory.asSlice(start, end - start).toArray(JAVA_BYTE));
                }
            }
        }
    }

    /// Discards everything and accepts no more packets.
    public synchronized void release() {
        used.clear();
        free.clear();
        usedBytes = Long.MAX_VALUE / 2;
    }
}
