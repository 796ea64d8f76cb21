package traceglass.sdk.jfr;

import java.time.Instant;

/// Converts Flight Recorder times to [System#nanoTime]. Flight Recorder times are relative to the wall-clock time at
/// the start of a recording chunk, so the difference changes from chunk to chunk when the computer's clock is set.
final class JfrClock {

    private volatile long offsetNs = System.nanoTime() - epochNs(Instant.now());

    /// Sets a pair of equal times.
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
