package traceglass.sdk.logging;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import traceglass.sdk.Category;
import traceglass.sdk.LogPriority;
import traceglass.sdk.Trace;

/// Writes log records as instants with a log message on the track of the logging thread.
///
/// ```java
/// Logger.getLogger("").addHandler(new TraceLogHandler());
/// ```
public final class TraceLogHandler extends Handler {

    private static final Category LOG = Category.of("log", "Messages of java.util.logging");

    private final Formatter texts = new SimpleFormatter();

    @Override
    public void publish(LogRecord message) {
        if (LOG.isEnabled() && isLoggable(message)) {
            String logger = message.getLoggerName();
            Trace.event(LOG, logger == null || logger.isEmpty() ? "log" : logger)
                    .log(priority(message.getLevel()), texts.formatMessage(message))
                    .arg("level", message.getLevel().getName())
                    .arg(
                            "thrown",
                            message.getThrown() == null
                                    ? null
                                    : message.getThrown().toString())
                    .instant();
        }
    }

    private static LogPriority priority(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return LogPriority.ERROR;
        }
        if (value >= Level.WARNING.intValue()) {
            return LogPriority.WARN;
        }
        if (value >= Level.INFO.intValue()) {
            return LogPriority.INFO;
        }
        return value >= Level.FINE.intValue() ? LogPriority.DEBUG : LogPriority.VERBOSE;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
