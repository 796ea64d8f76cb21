package traceglass.sdk.jfr;

import java.time.Instant;

/// Converts times of Flight Recorder to those of [System#nanoTime]. Flight Recorder counts from the time of day at the
/// start of each chunk of a recording, so that the difference changes when the clock of the computer is set.
final class JfrClock {

    private volatile long offsetNs = System.nanoTime() - epochNs(Instant.now());

    /// Records that two times are equal.
    void set(Instant time, long nanoTime) {
        offsetNs = nanoTime - epochNs(time);
    }

    long nanoTime(Instant time) {
        return offsetNs + epochNs(time);
    }

    private static long epochNs(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }
}
