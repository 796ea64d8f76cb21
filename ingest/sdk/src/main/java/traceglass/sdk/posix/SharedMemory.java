package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static traceglass.sdk.posix.PosixCalls.call;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// Memory that two processes map: an anonymous file (`memfd`), sealed against changes of its size.
public final class SharedMemory implements AutoCloseable {

    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle SHORT = JAVA_SHORT.varHandle();

    private static final int MFD_CLOEXEC_AND_SEALING = 3;
    private static final int F_ADD_SEALS = 1033;
    private static final int F_GET_SEALS = 1034;
    private static final int SEAL_SEAL_SHRINK_GROW = 7;
    private static final int READ_AND_WRITE = 3;
    private static final int MAP_SHARED = 1;

    private final Descriptor file;
    private final Arena arena;
    private final MemorySegment segment;

    private SharedMemory(Descriptor file, Arena arena, MemorySegment segment) {
        this.file = file;
        this.arena = arena;
        this.segment = segment;
    }

    /// Creates sealed shared memory filled with zeros.
    ///
    /// @param name name shown in `/proc/PID/maps`
    /// @param size bytes, a multiple of 4096
    public static SharedMemory create(String name, long size) throws IOException {
        Posix.require();
        Descriptor file;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(name);
            file = new Descriptor((int) call("memfd_create", state ->
                    (int) PosixCalls.MEMFD_CREATE.invokeExact(state, text, MFD_CLOEXEC_AND_SEALING)));
        }
        int number = file.number();
        try {
            call("ftruncate", state -> (int) PosixCalls.FTRUNCATE.invokeExact(state, number, size));
            call("fcntl", state ->
                    (int) PosixCalls.FCNTL.invokeExact(state, number, F_ADD_SEALS, SEAL_SEAL_SHRINK_GROW));
        } catch (IOException e) {
            file.discard();
            throw e;
        }
        return map(file);
    }

    /// Maps the whole file of a descriptor. Takes ownership of the descriptor, even if mapping fails.
    @SuppressWarnings("MustBeClosedChecker") // Closed with the object, or here if mapping fails.
    public static SharedMemory map(Descriptor file) throws IOException {
        Posix.require();
        Arena arena = Arena.ofShared();
        try {
            long size = file.size();
            if (size == 0) {
                throw new IOException("The shared memory is empty");
            }
            long address = call("mmap", state -> (long) PosixCalls.MMAP.invokeExact(
                    state, MemorySegment.NULL, size, READ_AND_WRITE, MAP_SHARED, file.number(), 0L));
            MemorySegment mapped = MemorySegment.ofAddress(address).reinterpret(size, arena, SharedMemory::unmap);
            return new SharedMemory(file, arena, mapped);
        } catch (IOException | RuntimeException e) {
            arena.close();
            file.discard();
            throw e;
        }
    }

    private static void unmap(MemorySegment memory) {
        try {
            int ignored = (int) PosixCalls.MUNMAP.invokeExact(memory, memory.byteSize());
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Returns whether the file is sealed against shrinking, which would crash programs that map it.
    public static boolean isSealed(Descriptor file) {
        Posix.require();
        try {
            long seals =
                    call("fcntl", state -> (int) PosixCalls.FCNTL.invokeExact(state, file.number(), F_GET_SEALS, 0));
            return (seals & SEAL_SEAL_SHRINK_GROW) == SEAL_SEAL_SHRINK_GROW;
        } catch (PosixException e) {
            // This type of file does not support seals.
            return false;
        }
    }

    /// Returns the descriptor to send to another process. It is closed with this object.
    public Descriptor descriptor() {
        return file;
    }

    /// Returns the memory. It must not be used after [#close].
    public MemorySegment segment() {
        return segment;
    }

    /// Reads four bytes with acquire semantics.
    public int getInt(long offset) {
        return (int) INT.getAcquire(segment, offset);
    }

    /// Writes four bytes with release semantics.
    public void setInt(long offset, int value) {
        INT.setRelease(segment, offset, value);
    }

    /// Replaces four bytes atomically if they have the expected value.
    public boolean compareAndSetInt(long offset, int expected, int value) {
        return INT.compareAndSet(segment, offset, expected, value);
    }

    /// Reads two bytes with acquire semantics.
    public short getShort(long offset) {
        return (short) SHORT.getAcquire(segment, offset);
    }

    /// Writes two bytes with release semantics.
    public void setShort(long offset, short value) {
        SHORT.setRelease(segment, offset, value);
    }

    /// Unmaps the memory and closes the descriptor.
    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
            file.discard();
        }
    }
}
