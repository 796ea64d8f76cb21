package traceglass.record.spi;

import org.jspecify.annotations.Nullable;

/// One line of a recording's log.
///
/// @param sinceStartMs milliseconds since the recording was requested
/// @param text message in one sentence
public record LogEntry(
        long sinceStartMs, Level level, @Nullable String text) {

    /// Severity of a line.
    public enum Level {
        INFO,
        NOTICE,
        SAVED,
        WARNING,
        ERROR
    }
}
