package traceglass.sdk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import traceglass.sdk.posix.Posix;

/// The CPU time of a thread, of which each event on its track gets the difference from the event before.
final class ThreadTime {

    private final Track track;
    private final long everyNs;
    private final long unitNs;
    private final MemorySegment scratch = Arena.ofAuto().allocate(Posix.TIME_SIZE, Long.BYTES);
    private long lastNs;
    private long sampledAtNs;
    private boolean isSampled;

    /// @param thread whose time is sampled
    /// @param everyNs shortest time between two samples; events between them get no difference
    ThreadTime(Track thread, long everyNs, long unitNs) {
        track = Track.threadTime(thread, unitNs);
        this.everyNs = everyNs;
        this.unitNs = unitNs;
    }

    Track track() {
        return track;
    }

    /// Makes the next difference one from zero.
    void restart() {
        lastNs = 0;
        isSampled = false;
    }

    /// Returns the difference from the sample before, in units of the timestamps.
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
