package traceglass.sdk;

/// Importance of log messages.
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
