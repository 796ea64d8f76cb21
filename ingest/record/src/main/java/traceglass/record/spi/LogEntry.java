package traceglass.record.spi;

/// A line of a recording's log.
///
/// @param sinceStartMs milliseconds since the recording was asked for
/// @param text what happened, one sentence
public record LogEntry(long sinceStartMs, Level level, String text) {

    /// How much a line matters.
    public enum Level {
        INFO,
        NOTICE,
        SAVED,
        WARNING,
        ERROR
    }
}
