package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/// Calls on files and folders that reuse their memory and allocate nothing. Negative results are negated error
/// numbers. The memory is freed when the object becomes unreachable. Not thread-safe.
final class FileCalls {

    private static final MethodHandle READ = PosixCalls.withErrno("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle CLOSE = PosixCalls.withErrno("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle READLINK =
            PosixCalls.withErrno("readlink", JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle FOLDER_CALL =
            PosixCalls.variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG);
    private static final MethodHandle STATUS_CALL =
            PosixCalls.variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS);

    /// The calls are made by number, because C libraries name them differently or only newer versions have them.
    private static final boolean IS_ARM =
            System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).equals("aarch64");

    private static final long GETDENTS64 = IS_ARM ? 61 : 217;
    private static final long STATX = IS_ARM ? 291 : 332;

    private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;
    private static final int FOLDER = IS_ARM ? 0x4000 : 0x10000;
    private static final long CURRENT_FOLDER = -100;
    private static final long BASIC_STATUS = 0x7ff;
    private static final int STATUS_SIZE = 256;
    private static final int MAX_PATH_BYTES = 4096;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment state = arena.allocate(PosixCalls.STATE);
    private final MemorySegment path = arena.allocate(MAX_PATH_BYTES);
    private final MemorySegment status = arena.allocate(STATUS_SIZE, 8);

    FileCalls() {
        Posix.require();
    }

    MemorySegment allocate(long size) {
        return arena.allocate(size, 8);
    }

    /// Opens a file for reading and returns its descriptor.
    int open(byte[] name, int length, boolean isFolder) {
        if (!setPath(name, length)) {
            return -PosixErrors.ENAMETOOLONG;
        }
        int flags = READ_ONLY_CLOSE_ON_EXEC | (isFolder ? FOLDER : 0);
        try {
            int fd;
            do {
                fd = (int) PosixCalls.OPEN.invokeExact(state, path, flags, 0);
            } while (fd == -1 && PosixCalls.errno(state) == PosixErrors.EINTR);
            return fd == -1 ? -PosixCalls.errno(state) : fd;
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    private boolean setPath(byte[] name, int length) {
        if (length >= MAX_PATH_BYTES) {
            return false;
        }
        MemorySegment.copy(name, 0, path, JAVA_BYTE, 0, length);
        path.set(JAVA_BYTE, length, (byte) 0);
        return true;
    }

    long read(int fd, MemorySegment to) {
        try {
            long n;
            do {
                n = (long) READ.invokeExact(state, fd, to, to.byteSize());
            } while (n == -1 && PosixCalls.errno(state) == PosixErrors.EINTR);
            return n == -1 ? -PosixCalls.errno(state) : n;
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    long readAt(int fd, MemorySegment to, long offset) {
        try {
            long n;
            do {
                n = (long) PosixCalls.PREAD.invokeExact(state, fd, to, to.byteSize(), offset);
            } while (n == -1 && PosixCalls.errno(state) == PosixErrors.EINTR);
            return n == -1 ? -PosixCalls.errno(state) : n;
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    long readLink(byte[] name, int length, MemorySegment to) {
        if (!setPath(name, length)) {
            return -PosixErrors.ENAMETOOLONG;
        }
        try {
            long n = (long) READLINK.invokeExact(state, path, to, to.byteSize());
            return n == -1 ? -PosixCalls.errno(state) : n;
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Reads the next entries of a folder (`struct linux_dirent64`).
    long readEntries(int fd, MemorySegment to) {
        try {
            long n = (long) FOLDER_CALL.invokeExact(state, GETDENTS64, (long) fd, to, to.byteSize());
            return n == -1 ? -PosixCalls.errno(state) : n;
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Returns the device of a file: `st_dev` of `stat`.
    long device(byte[] name, int length) {
        if (!setPath(name, length)) {
            return -PosixErrors.ENAMETOOLONG;
        }
        try {
            long result = (long) STATUS_CALL.invokeExact(state, STATX, CURRENT_FOLDER, path, 0L, BASIC_STATUS, status);
            if (result == -1) {
                return -PosixCalls.errno(state);
            }
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
        long major = status.get(JAVA_INT, 136);
        long minor = status.get(JAVA_INT, 140);
        return (major & 0xffff_f000L) << 32 | (major & 0xfff) << 8 | (minor & 0xffff_ff00L) << 12 | minor & 0xff;
    }

    void close(int fd) {
        try {
            int ignored = (int) CLOSE.invokeExact(state, fd);
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }
}
