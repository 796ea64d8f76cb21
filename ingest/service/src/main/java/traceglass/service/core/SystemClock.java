package traceglass.service.core;

import traceglass.sdk.posix.Posix;

/// Clocks of Linux, with the clock ids of trace packets.
enum SystemClock {
    BOOTTIME(Posix.CLOCK_BOOTTIME, 6),
    REALTIME_COARSE(Posix.CLOCK_REALTIME_COARSE, 2),
    MONOTONIC_COARSE(Posix.CLOCK_MONOTONIC_COARSE, 4),
    REALTIME(Posix.CLOCK_REALTIME, 1),
    MONOTONIC(Posix.CLOCK_MONOTONIC, 3),
    MONOTONIC_RAW(Posix.CLOCK_MONOTONIC_RAW, 5);

    private final int number;
    private final int traceId;

    SystemClock(int number, int traceId) {
        this.number = number;
        this.traceId = traceId;
    }

    /// Id of the clock in trace packets.
    int traceId() {
        return traceId;
    }

    /// Returns the time in nanoseconds.
    long now() {
        return Posix.clockNs(number);
    }
}
