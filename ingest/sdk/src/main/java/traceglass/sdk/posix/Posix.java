package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/// Thread ids and clocks, and a check whether the native calls of this package work on this system.
public final class Posix {

    /// Clock ids of `clock_gettime`.
    public static final int CLOCK_REALTIME = 0;

    public static final int CLOCK_MONOTONIC = 1;
    public static final int CLOCK_THREAD_CPU = 3;
    public static final int CLOCK_MONOTONIC_RAW = 4;
    public static final int CLOCK_REALTIME_COARSE = 5;
    public static final int CLOCK_MONOTONIC_COARSE = 6;
    public static final int CLOCK_BOOTTIME = 7;

    /// Size of a `timespec` in bytes.
    public static final int TIME_SIZE = 16;

    /// Called by number, because glibc before version 2.30 has no function of this name.
    private static final long GETTID = System.getProperty("os.arch", "").equalsIgnoreCase("aarch64") ? 178 : 186;

    private Posix() {}

    /// Returns whether the calls of this package work: on Linux on x86-64 or aarch64 if native access is allowed.
    public static boolean isSupported() {
        return Support.UNSUPPORTED_REASON.isEmpty();
    }

    /// Throws an exception with the reason if native calls don't work on this system.
    ///
    /// @throws UnsupportedOperationException if the system is not supported or native access is denied
    public static void require() {
        if (!isSupported()) {
            throw new UnsupportedOperationException(Support.UNSUPPORTED_REASON);
        }
    }

    /// Returns the kernel's id of the calling thread, or of the carrier of a virtual thread.
    public static int threadId() {
        require();
        try {
            return (int) (long) PosixCalls.SYSCALL.invokeExact(GETTID);
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Returns the time of a clock in nanoseconds.
    ///
    /// @param clock one of the constants of this class
    public static long clockNs(int clock) {
        try (Arena arena = Arena.ofConfined()) {
            return clockNs(clock, arena.allocate(TIME_SIZE, Long.BYTES));
        }
    }

    /// Returns the time of a clock in nanoseconds without allocating memory.
    ///
    /// @param scratch memory of [#TIME_SIZE] bytes
    public static long clockNs(int clock, MemorySegment scratch) {
        require();
        int result;
        try {
            result = (int) PosixCalls.CLOCK_GETTIME.invokeExact(clock, scratch);
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
        if (result != 0) {
            throw new IllegalArgumentException("Can't read the clock " + clock);
        }
        return scratch.get(JAVA_LONG, 0) * 1_000_000_000L + scratch.get(JAVA_LONG, 8);
    }

    /// Checks whether native calls work on this system. Separate from the method handles, so that it loads
    /// everywhere.
    private static final class Support {

        static final String UNSUPPORTED_REASON = unsupportedReason();

        private Support() {}

        private static String unsupportedReason() {
            String system = System.getProperty("os.name", "");
            String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
            if (!system.startsWith("Linux")) {
                return "Shared memory and file descriptors are supported on Linux only, not on " + system;
            }
            if (!processor.equals("amd64") && !processor.equals("aarch64")) {
                return "Shared memory and file descriptors are supported on x86-64 and aarch64 only, not on "
                        + processor;
            }
            try {
                // Load the class, which fails where native access is denied.
                return PosixCalls.SYSCALL == null ? "The C library has no function syscall" : "";
            } catch (ExceptionInInitializerError e) {
                return "Native access is denied; start Java with --enable-native-access=ALL-UNNAMED";
            }
        }
    }
}
