package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import traceglass.sdk.posix.Posix.Calls;

/// Memory that two processes map: an anonymous file (`memfd`), sealed against changes of its size.
public final class SharedMemory implements AutoCloseable {

    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle SHORT = JAVA_SHORT.varHandle();

    private static final int MFD_CLOEXEC_AND_SEALING = 3;
    private static final int F_ADD_SEALS = 1033;
    private static final int F_GET_SEALS = 1034;
    private static final int SEAL_SEAL_SHRINK_GROW = 7;
    private static final int SEEK_END = 2;
    private static final int READ_AND_WRITE = 3;
    private static final int MAP_SHARED = 1;

    private final int fd;
    private final Arena arena;
    private final MemorySegment segment;

    private SharedMemory(int fd, Arena arena, MemorySegment segment) {
        this.fd = fd;
        this.arena = arena;
        this.segment = segment;
    }

    /// Creates sealed shared memory filled with zeros.
    ///
    /// @param name shown in `/proc/PID/maps`
    /// @param size bytes, a multiple of 4096
    public static SharedMemory create(String name, long size) throws IOException {
        Posix.require();
        int fd;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Calls.STATE);
            fd = (int) Calls.MEMFD_CREATE.invokeExact(state, arena.allocateFrom(name), MFD_CLOEXEC_AND_SEALING);
            Calls.check("memfd_create", fd, state);
            try {
                Calls.check("ftruncate", (int) Calls.FTRUNCATE.invokeExact(state, fd, size), state);
                int sealed = (int) Calls.FCNTL.invokeExact(state, fd, F_ADD_SEALS, SEAL_SEAL_SHRINK_GROW);
                Calls.check("fcntl(F_ADD_SEALS)", sealed, state);
            } catch (Throwable e) {
                Posix.close(fd);
                throw e;
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
        return map(fd);
    }

    /// Maps the whole file behind a descriptor, and owns the descriptor from then on, also when it fails.
    @SuppressWarnings("MustBeClosedChecker") // Closed with the object, or here if mapping fails.
    public static SharedMemory map(int fd) throws IOException {
        Posix.require();
        Arena arena = Arena.ofShared();
        try (Arena call = Arena.ofConfined()) {
            MemorySegment state = call.allocate(Calls.STATE);
            long size = (long) Calls.LSEEK.invokeExact(state, fd, 0L, SEEK_END);
            Calls.check("lseek", size, state);
            if (size == 0) {
                throw new IOException("The shared memory is empty");
            }
            long address =
                    (long) Calls.MMAP.invokeExact(state, MemorySegment.NULL, size, READ_AND_WRITE, MAP_SHARED, fd, 0L);
            Calls.check("mmap", address == -1 ? -1 : 0, state);
            MemorySegment mapped = MemorySegment.ofAddress(address).reinterpret(size, arena, SharedMemory::unmap);
            return new SharedMemory(fd, arena, mapped);
        } catch (Throwable e) {
            arena.close();
            Posix.close(fd);
            if (e instanceof IOException io) {
                throw io;
            }
            throw Calls.unexpected(e);
        }
    }

    private static void unmap(MemorySegment all) {
        try {
            int ignored = (int) Calls.MUNMAP.invokeExact(all, all.byteSize());
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Returns whether the file behind a descriptor is sealed: shrinking it would crash programs that map it.
    public static boolean isSealed(int fd) throws IOException {
        Posix.require();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Calls.STATE);
            int seals = (int) Calls.FCNTL.invokeExact(state, fd, F_GET_SEALS, 0);
            return seals >= 0 && (seals & SEAL_SEAL_SHRINK_GROW) == SEAL_SEAL_SHRINK_GROW;
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Returns the descriptor, to be sent to another process.
    public int fd() {
        return fd;
    }

    /// Returns the memory. It must not be used after [#close].
    public MemorySegment segment() {
        return segment;
    }

    /// Reads four bytes; later reads see what was written before them by the one who released them.
    public int getInt(long offset) {
        return (int) INT.getAcquire(segment, offset);
    }

    /// Writes four bytes after all earlier writes.
    public void setInt(long offset, int value) {
        INT.setRelease(segment, offset, value);
    }

    /// Replaces four bytes if they are as expected.
    public boolean compareAndSetInt(long offset, int expected, int value) {
        return INT.compareAndSet(segment, offset, expected, value);
    }

    /// Reads two bytes; later reads see what was written before them by the one who released them.
    public short getShort(long offset) {
        return (short) SHORT.getAcquire(segment, offset);
    }

    /// Writes two bytes after all earlier writes.
    public void setShort(long offset, short value) {
        SHORT.setRelease(segment, offset, value);
    }

    /// Unmaps the memory and closes the descriptor.
    @Override
    public void close() {
        arena.close();
        Posix.close(fd);
    }
}
