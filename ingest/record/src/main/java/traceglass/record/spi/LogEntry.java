package traceglass.record.spi;

import org.jspecify.annotations.Nullable;

/// A line of a recording's log.
///
/// @param sinceStartMs milliseconds since the recording was asked for
/// @param text what happened, one sentence
public record LogEntry(
        long sinceStartMs, Level level, @Nullable String text) {

    /// How much a line matters.
    public enum Level {
        INFO,
        NOTICE,
        SAVED,
        WARNING,
        ERROR
    }
}
