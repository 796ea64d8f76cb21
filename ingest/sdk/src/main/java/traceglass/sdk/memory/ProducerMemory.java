package traceglass.sdk.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.SharedMemory;

/// The memory of a connection to the tracing service, and the ids of the sequences written there.
public final class ProducerMemory implements AutoCloseable {

    private static final int MAX_WRITERS = 32_767;
    /// Size of memory that is not shared.
    private static final int PRIVATE_SIZE = 1 << 20;

    private final @Nullable SharedMemory shared;
    private final SharedBuffer buffer;
    private final ArrayDeque<Integer> freeWriters = new ArrayDeque<>();
    private int lastWriter;

    private ProducerMemory(@Nullable SharedMemory shared, SharedBuffer buffer) {
        this.shared = shared;
        this.buffer = buffer;
    }

    /// Maps memory that the service sent.
    ///
    /// @param whenHalfFull called when chunks should be committed soon
    public static ProducerMemory map(Descriptor file, int pageSize, Runnable whenHalfFull) throws IOException {
        return of(SharedMemory.map(file), pageSize, whenHalfFull);
    }

    /// Creates memory to offer to the service.
    public static ProducerMemory create(int size, int pageSize, Runnable whenHalfFull) throws IOException {
        return of(SharedMemory.create("perfetto_shmem", size), pageSize, whenHalfFull);
    }

    private static ProducerMemory of(SharedMemory memory, int pageSize, Runnable whenHalfFull) throws IOException {
        try {
            return new ProducerMemory(memory, new SharedBuffer(memory.segment(), pageSize, false, whenHalfFull));
        } catch (IOException e) {
            memory.close();
            throw e;
        }
    }

    /// Allocates memory for a service that can't share memory and gets copies of the chunks.
    public static ProducerMemory emulate(int pageSize, Runnable whenHalfFull) throws IOException {
        return new ProducerMemory(
                null,
                new SharedBuffer(Arena.ofAuto().allocate(PRIVATE_SIZE, Long.BYTES), pageSize, true, whenHalfFull));
    }

    public SharedBuffer buffer() {
        return buffer;
    }

    /// Returns the descriptor of memory that was created here.
    public Descriptor descriptor() {
        if (shared == null) {
            throw new IllegalStateException("This memory is not shared");
        }
        return shared.descriptor();
    }

    /// Returns an id for a new sequence, or 0 if all are in use. Ids are reused as late as possible, because the
    /// service treats a new sequence with a reused id as the old one.
    public synchronized int newWriter() {
        if (lastWriter < MAX_WRITERS) {
            return ++lastWriter;
        }
        Integer freed = freeWriters.poll();
        return freed == null ? 0 : freed;
    }

    public synchronized void freeWriter(int writer) {
        freeWriters.add(writer);
    }

    /// Unmaps the memory. All sinks must be closed before.
    @Override
    public void close() {
        if (shared != null) {
            shared.close();
        }
    }
}
