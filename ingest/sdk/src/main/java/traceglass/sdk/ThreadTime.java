package traceglass.sdk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import traceglass.sdk.posix.Posix;

/// Samples the CPU time of a thread; events on its track contain the difference from the previous sample.
final class ThreadTime {

    private final Track track;
    private final long everyNs;
    private final long unitNs;
    private final MemorySegment scratch = Arena.ofAuto().allocate(Posix.TIME_SIZE, Long.BYTES);
    private long lastNs;
    private long sampledAtNs;
    private boolean isSampled;

    /// @param thread track of the thread whose CPU time is sampled
    /// @param everyNs minimum time between two samples in nanoseconds; events in between get a difference of 0
    /// @param unitNs unit of the differences in nanoseconds
    ThreadTime(Track thread, long everyNs, long unitNs) {
        track = Track.threadTime(thread, unitNs);
        this.everyNs = everyNs;
        this.unitNs = unitNs;
    }

    Track track() {
        return track;
    }

    /// Makes the next difference the total CPU time of the thread.
    void restart() {
        lastNs = 0;
        isSampled = false;
    }

    /// Returns the difference from the previous sample, in units of `unitNs`.
    long difference(long now) {
        if (isSampled && now - sampledAtNs < everyNs) {
            return 0;
        }
        isSampled = true;
        sampledAtNs = now;
        long units = (Posix.clockNs(Posix.CLOCK_THREAD_CPU, scratch) - lastNs) / unitNs;
        lastNs += units * unitNs;
        return units;
    }
}
