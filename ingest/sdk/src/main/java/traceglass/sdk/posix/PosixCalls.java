package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Method handles of C library functions. Initialized at the first call. Handles that capture errno take the segment
/// for it as their first argument.
final class PosixCalls {

    static final MethodHandle SYSCALL = withoutErrno("syscall", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    static final MethodHandle CLOCK_GETTIME =
            withoutErrno("clock_gettime", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    static final MethodHandle GETPAGESIZE = withoutErrno("getpagesize", FunctionDescriptor.of(JAVA_INT));
    static final MethodHandle MUNMAP = withoutErrno("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

    static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    static final MethodHandle FCHMOD = withErrno("fchmod", JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle WRITE = withErrno("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    static final MethodHandle READ = withErrno("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    static final MethodHandle PREAD = withErrno("pread", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
    static final MethodHandle FDATASYNC = withErrno("fdatasync", JAVA_INT, JAVA_INT);
    static final MethodHandle LSEEK = withErrno("lseek", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    static final MethodHandle SOCKET = withErrno("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle BIND = withErrno("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle CONNECT = withErrno("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle LISTEN = withErrno("listen", JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle ACCEPT = withErrno("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    static final MethodHandle SHUTDOWN = withErrno("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle SENDMSG = withErrno("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle RECVMSG = withErrno("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle GETSOCKOPT =
            withErrno("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    static final MethodHandle POLL = withErrno("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    static final MethodHandle MEMFD_CREATE = withErrno("memfd_create", JAVA_INT, ADDRESS, JAVA_INT);
    static final MethodHandle FTRUNCATE = withErrno("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
    static final MethodHandle FCNTL = variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    static final MethodHandle MMAP =
            withErrno("mmap", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    static final MethodHandle IOCTL = variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
    /// Any system call with five arguments.
    static final MethodHandle SYSCALL_5 =
            variadic("syscall", 1, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /// Layout of the segment for errno.
    static final MemoryLayout STATE = Linker.Option.captureStateLayout();

    private static final MethodHandle CLOSE = withErrno("close", JAVA_INT, JAVA_INT);
    private static final long ERRNO = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    private PosixCalls() {}

    /// Invokes a function with a segment for errno.
    interface Call {
        long invoke(MemorySegment state) throws Throwable;
    }

    /// Calls a function and repeats the call if a signal interrupts it.
    ///
    /// @throws PosixException if the function returns -1
    static long call(String name, Call call) throws PosixException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            while (true) {
                long result = invoke(call, state);
                if (result != -1) {
                    return result;
                }
                int errno = errno(state);
                if (errno != PosixErrors.EINTR) {
                    throw new PosixException(name, errno);
                }
            }
        }
    }

    private static long invoke(Call call, MemorySegment state) {
        try {
            return call.invoke(state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /// Closes a descriptor. Does not repeat the call after a signal, because Linux has already closed the
    /// descriptor.
    static void close(int number) throws IOException {
        call("close", state -> {
            int result = (int) CLOSE.invokeExact(state, number);
            return result == -1 && errno(state) == PosixErrors.EINTR ? 0 : result;
        });
    }

    /// Returns the error number of a failed call.
    static int errno(MemorySegment state) {
        return state.get(JAVA_INT, ERRNO);
    }

    static IllegalStateException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("A native call failed", e);
    }

    private static MethodHandle withoutErrno(String name, FunctionDescriptor type) {
        return handle(name, type);
    }

    static MethodHandle withErrno(String name, MemoryLayout result, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(result, arguments), Linker.Option.captureCallState("errno"));
    }

    /// Finds a function with a variable number of arguments after its fixed ones.
    static MethodHandle variadic(String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
        return handle(
                name,
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(fixed));
    }

    private static MethodHandle handle(String name, FunctionDescriptor type, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup().find(name).orElseThrow();
        return linker.downcallHandle(address, type, options);
    }
}
