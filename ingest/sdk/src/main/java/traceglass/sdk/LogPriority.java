package traceglass.sdk;

/// Priorities of log messages, as in Android's log.
public enum LogPriority {
    VERBOSE(2),
    DEBUG(3),
    INFO(4),
    WARN(5),
    ERROR(6),
    FATAL(7);

    final int number;

    LogPriority(int number) {
        this.number = number;
    }
}
