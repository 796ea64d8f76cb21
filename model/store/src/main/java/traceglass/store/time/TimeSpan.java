package traceglass.store.time;

/// A span of trace time in nanoseconds, `start` inclusive, `end` exclusive; `end >= start`.
public record TimeSpan(long start, long end) {

    public TimeSpan {
        if (end < start) {
            throw new IllegalArgumentException("span ends at " + end + ", before it starts at " + start);
        }
    }

    /// Returns the length in nanoseconds.
    public long durNs() {
        return end - start;
    }

    public boolean contains(long ts) {
        return ts >= start && ts < end;
    }
}
