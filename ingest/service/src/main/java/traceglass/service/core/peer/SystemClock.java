package traceglass.service.core.peer;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import traceglass.sdk.posix.Posix;

/// System clocks with their ids in trace packets. Systems other than Linux have only the clocks that Java can read.
public enum SystemClock {
    BOOTTIME(Posix.CLOCK_BOOTTIME, 6),
    REALTIME_COARSE(Posix.CLOCK_REALTIME_COARSE, 2),
    MONOTONIC_COARSE(Posix.CLOCK_MONOTONIC_COARSE, 4),
    REALTIME(Posix.CLOCK_REALTIME, 1),
    MONOTONIC(Posix.CLOCK_MONOTONIC, 3),
    MONOTONIC_RAW(Posix.CLOCK_MONOTONIC_RAW, 5);

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final List<SystemClock> AVAILABLE =
            Posix.isSupported() ? List.of(values()) : List.of(BOOTTIME, REALTIME, MONOTONIC);

    private final int number;
    private final int traceId;

    SystemClock(int number, int traceId) {
        this.number = number;
        this.traceId = traceId;
    }

    /// Clocks of this system, with [#BOOTTIME] first.
    static Stream<SystemClock> available() {
        return AVAILABLE.stream();
    }

    /// Id of the clock in trace packets.
    public int traceId() {
        return traceId;
    }

    /// Returns the time in nanoseconds.
    public long now() {
        if (Posix.isSupported()) {
            return Posix.clockNs(number);
        }
        if (this == REALTIME) {
            Instant now = Instant.now();
            return now.getEpochSecond() * NS_PER_SECOND + now.getNano();
        }
        return System.nanoTime();
    }
}
