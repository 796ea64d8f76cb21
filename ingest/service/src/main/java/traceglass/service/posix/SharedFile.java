package traceglass.service.posix;

import static traceglass.service.posix.SystemCalls.INT;
import static traceglass.service.posix.SystemCalls.LONG;
import static traceglass.service.posix.SystemCalls.POINTER;
import static traceglass.service.posix.SystemCalls.call;
import static traceglass.service.posix.SystemCalls.find;
import static traceglass.service.posix.SystemCalls.findVariadic;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Shared memory in a file without a name, mapped until it is closed. Used by one thread.
public final class SharedFile implements Closeable {

    private static final MethodHandle MEMFD_CREATE = find("memfd_create", INT, POINTER, INT);
    private static final MethodHandle FTRUNCATE = find("ftruncate", INT, INT, LONG);
    private static final MethodHandle FCNTL_INT = findVariadic("fcntl", 2, INT, INT, INT, INT);
    private static final MethodHandle MMAP = find("mmap", LONG, LONG, LONG, INT, INT, INT, LONG);
    private static final MethodHandle MUNMAP = find("munmap", INT, LONG, LONG);

    private static final int CLOSE_ON_EXEC_AND_SEALING = 3;
    private static final int ADD_SEALS = 1033;
    private static final int GET_SEALS = 1034;
    private static final int SHRINK_GROW_SEAL = 7;
    private static final int READ_WRITE = 3;
    private static final int MAP_SHARED = 1;
    private static final long MAX_SIZE = 32L << 20;

    private final Descriptor file;
    private final MemorySegment memory;
    private boolean closed;

    private SharedFile(Descriptor file, long size) throws IOException {
        this.file = file;
        long address = call(
                "mmap", state -> (long) MMAP.invokeExact(state, 0L, size, READ_WRITE, MAP_SHARED, file.number(), 0L));
        memory = MemorySegment.ofAddress(address).reinterpret(size);
    }

    /// Creates shared memory whose size is fixed.
    public static SharedFile create(long size) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom("perfetto_shmem");
            Descriptor file = new Descriptor((int) call(
                    "memfd_create", state -> (int) MEMFD_CREATE.invokeExact(state, name, CLOSE_ON_EXEC_AND_SEALING)));
            try {
                call("ftruncate", state -> (int) FTRUNCATE.invokeExact(state, file.number(), size));
                call("fcntl", state -> (int) FCNTL_INT.invokeExact(state, file.number(), ADD_SEALS, SHRINK_GROW_SEAL));
                return new SharedFile(file, size);
            } catch (IOException e) {
                file.close();
                throw e;
            }
        }
    }

    /// Maps shared memory that a producer created.
    ///
    /// @throws IOException if its size could change while it is used, or is too large
    public static SharedFile adopt(Descriptor file) throws IOException {
        long seals = call("fcntl", state -> (int) FCNTL_INT.invokeExact(state, file.number(), GET_SEALS, 0));
        long size = file.size();
        if ((seals & SHRINK_GROW_SEAL) != SHRINK_GROW_SEAL || size <= 0 || size > MAX_SIZE) {
            throw new IOException("shared memory of " + size + " bytes with seals " + seals + " can't be used");
        }
        return new SharedFile(file, size);
    }

    public MemorySegment memory() {
        return memory;
    }

    public Descriptor file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            call("munmap", state -> (int) MUNMAP.invokeExact(state, memory.address(), memory.byteSize()));
            file.close();
        }
    }
}
