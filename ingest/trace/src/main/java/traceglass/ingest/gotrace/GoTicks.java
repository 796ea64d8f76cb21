package traceglass.ingest.gotrace;

/// Conversion of ticks to nanoseconds.
///
/// @param frequency ticks per second, more than 0
record GoTicks(long frequency) {

    private static final long NS_PER_SECOND = 1_000_000_000;

    long toNs(long ticks) {
        if (frequency > Long.MAX_VALUE / NS_PER_SECOND) {
            return (long) (ticks * (1e9 / frequency));
        }
        long seconds = ticks / frequency;
        return seconds > Long.MAX_VALUE / NS_PER_SECOND - 1
                ? Long.MAX_VALUE
                : seconds * NS_PER_SECOND + ticks % frequency * NS_PER_SECOND / frequency;
    }
}
