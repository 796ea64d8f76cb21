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
import java.util.Locale;

/// Thread ids, clocks and whether the native calls of this package work here.
public final class Posix {

    /// Clock ids of `clock_gettime`.
    public static final int CLOCK_REALTIME = 0;

    public static final int CLOCK_MONOTONIC = 1;
    public static final int CLOCK_THREAD_CPU = 3;
    public static final int CLOCK_MONOTONIC_RAW = 4;
    public static final int CLOCK_REALTIME_COARSE = 5;
    public static final int CLOCK_MONOTONIC_COARSE = 6;
    public static final int CLOCK_BOOTTIME = 7;

    private Posix() {}

    /// Returns whether the calls of this package work: Linux on a 64-bit processor whose layouts are known, with
    /// native access allowed.
    public static boolean isSupported() {
        return Support.WHY_NOT.isEmpty();
    }

    /// Throws an exception that says why native calls do not work here.
    ///
    /// @throws UnsupportedOperationException on other systems, or when native access is denied
    public static void require() {
        if (!isSupported()) {
            throw new UnsupportedOperationException(Support.WHY_NOT);
        }
    }

    /// Returns the kernel's id of the calling thread; of the carrier, if the thread is virtual.
    public static int threadId() {
        require();
        try {
            return (int) Calls.GETTID.invokeExact();
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Returns the time of a clock in nanoseconds.
    ///
    /// @param clock one of the constants of this class
    public static long clockNs(int clock) {
        require();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(16, 8);
            if ((int) Calls.CLOCK_GETTIME.invokeExact(clock, time) != 0) {
                throw new IllegalArgumentException("no clock " + clock);
            }
            return time.get(JAVA_LONG, 0) * 1_000_000_000L + time.get(JAVA_LONG, 8);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (Throwable e) {
            throw Calls.unexpected(e);
        }
    }

    /// Closes a descriptor; a descriptor below zero is ignored.
    public static void close(int fd) {
        if (fd >= 0) {
            try {
                int ignored = (int) Calls.CLOSE.invokeExact(fd);
            } catch (Throwable e) {
                throw Calls.unexpected(e);
            }
        }
    }

    /// The handles of the C library. Initialized at the first call.
    static final class Calls {

        static final MethodHandle GETTID = plain("gettid", FunctionDescriptor.of(JAVA_INT));
        static final MethodHandle CLOCK_GETTIME =
                plain("clock_gettime", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
        static final MethodHandle CLOSE = plain("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle MUNMAP = plain("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

        static final MethodHandle SOCKET = ints("socket", 3);
        static final MethodHandle LISTEN = ints("listen", 2);
        static final MethodHandle SHUTDOWN = ints("shutdown", 2);
        static final MethodHandle BIND = checked("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle CONNECT =
                checked("connect", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle ACCEPT =
                checked("accept4", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
        static final MethodHandle SENDMSG =
                checked("sendmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle RECVMSG =
                checked("recvmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle GETSOCKOPT =
                checked("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        static final MethodHandle POLL = checked("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
        static final MethodHandle MEMFD_CREATE =
                checked("memfd_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        static final MethodHandle FTRUNCATE =
                checked("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
        static final MethodHandle LSEEK =
                checked("lseek", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
        static final MethodHandle FCNTL = checked(
                "fcntl",
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        static final MethodHandle MMAP = checked(
                "mmap", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));

        /// Space for errno, passed first to every handle that is made by [#checked].
        static final MemoryLayout STATE = Linker.Option.captureStateLayout();

        private Calls() {}

        /// Returns the error number that a call left.
        static int errno(MemorySegment state) {
            return state.get(JAVA_INT, STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno")));
        }

        static IllegalStateException unexpected(Throwable e) {
            if (e instanceof Error error) {
                throw error;
            }
            return new IllegalStateException("a native call failed", e);
        }

        /// Throws an exception if a call returned a negative value.
        static long check(String call, long result, MemorySegment state) throws IOException {
            if (result < 0) {
                throw new PosixException(call, errno(state));
            }
            return result;
        }

        private static MethodHandle ints(String name, int count) {
            MemoryLayout[] all = new MemoryLayout[count];
            java.util.Arrays.fill(all, JAVA_INT);
            return checked(name, FunctionDescriptor.of(JAVA_INT, all));
        }

        private static MethodHandle plain(String name, FunctionDescriptor type) {
            return handle(name, type);
        }

        private static MethodHandle checked(String name, FunctionDescriptor type, Linker.Option... more) {
            Linker.Option[] options = java.util.Arrays.copyOf(more, more.length + 1);
            options[more.length] = Linker.Option.captureCallState("errno");
            return handle(name, type, options);
        }

        private static MethodHandle handle(String name, FunctionDescriptor type, Linker.Option... options) {
            Linker linker = Linker.nativeLinker();
            MemorySegment address = linker.defaultLookup().find(name).orElseThrow();
            return linker.downcallHandle(address, type, options);
        }
    }

    /// Says whether native calls work here. Apart from the handles, so that it loads on every system.
    private static final class Support {

        static final String WHY_NOT = whyNot();

        private Support() {}

        private static String whyNot() {
            String system = System.getProperty("os.name", "");
            String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
            if (!system.startsWith("Linux")) {
                return "Shared memory and descriptors are available on Linux only, this is " + system;
            }
            if (!processor.equals("amd64") && !processor.equals("aarch64")) {
                return "Shared memory and descriptors are available on x86-64 and aarch64 only, this is " + processor;
            }
            try {
                // Loads the class, which fails where native access is denied.
                return Calls.GETTID == null ? "There is no gettid" : "";
            } catch (ExceptionInInitializerError e) {
                return "Native access is denied; start Java with --enable-native-access=ALL-UNNAMED";
            }
        }
    }
}
