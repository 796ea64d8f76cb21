package traceglass.model.time;

/// A stretch of trace time, in nanoseconds, `start` inclusive, `end` exclusive; `end >= start`.
public record TimeSpan(long start, long end) {

    public TimeSpan {
        if (end < start) {
            throw new IllegalArgumentException("span ends at " + end + ", before it starts at " + start);
        }
    }

    /// Length in nanoseconds.
    public long durNs() {
        return end - start;
    }

    public boolean contains(long ts) {
        return ts >= start && ts < end;
    }

    /// Whether the two share at least a point; a span of length 0 touches what holds its start.
    public boolean overlaps(long otherStart, long otherEnd) {
        return otherStart < end && otherEnd > start || otherStart == start || start == end && contains0(otherStart, otherEnd);
    }

    private boolean contains0(long otherStart, long otherEnd) {
        return start >= otherStart && start < otherEnd;
    }
}
