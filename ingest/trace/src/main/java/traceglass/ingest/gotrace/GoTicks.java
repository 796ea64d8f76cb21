package traceglass.ingest.gotrace;

/// Conversion of ticks to nanoseconds.
///
/// @param frequency ticks per second, more than 0
record GoTicks(long frequency) {

    private static final long SECOND = 1_000_000_000;

    long toNs(long ticks) {
        if (frequency > Long.MAX_VALUE / SECOND) {
            return (long) (ticks * (1e9 / frequency));
        }
        long seconds = ticks / frequency;
        return seconds > Long.MAX_VALUE / SECOND - 1
                ? Long.MAX_VALUE
                : seconds * SECOND + ticks % frequency * SECOND / frequency;
    }
}
