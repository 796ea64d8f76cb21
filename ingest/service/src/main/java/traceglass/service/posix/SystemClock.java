package traceglass.service.posix;

import static traceglass.service.posix.SystemCalls.INT;
import static traceglass.service.posix.SystemCalls.LONG;
import static traceglass.service.posix.SystemCalls.POINTER;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Clocks of Linux, with the clock ids of trace packets.
public enum SystemClock {
    BOOTTIME(7, 6),
    REALTIME_COARSE(5, 2),
    MONOTONIC_COARSE(6, 4),
    REALTIME(0, 1),
    MONOTONIC(1, 3),
    MONOTONIC_RAW(4, 5);

    private static final MethodHandle CLOCK_GETTIME = SystemCalls.find("clock_gettime", INT, INT, POINTER);

    private final int number;
    private final int traceId;

    SystemClock(int number, int traceId) {
        this.number = number;
        this.traceId = traceId;
    }

    /// Id of the clock in trace packets.
    public int traceId() {
        return traceId;
    }

    /// Returns the time in nanoseconds.
    public long now() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment time = arena.allocate(16, 8);
            SystemCalls.call("clock_gettime", state -> (int) CLOCK_GETTIME.invokeExact(state, number, time));
            return time.get(LONG, 0) * 1_000_000_000L + time.get(LONG, 8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
