package traceglass.ingest.systemlog;

import java.util.Map;

/// A line of a log.
///
/// @param ns time in the clock of the file
/// @param pid process, or [#NONE]
/// @param tid thread, or [#NONE] for the main thread
/// @param process name of the process, or null
/// @param priority as on Android, from 2 (verbose) to 7 (fatal)
/// @param tag program, unit or subsystem; or null
/// @param args other fields: texts, or numbers of type Long
record SystemLogEntry(
        long ns,
        long pid,
        long tid,
        String process,
        int priority,
        String tag,
        String message,
        Map<String, Object> args) {

    static final long NONE = -1;
    static final int DEBUG = 3;
    static final int INFO = 4;
    static final int WARN = 5;
    static final int ERROR = 6;
    static final int FATAL = 7;

    /// Returns Android's priority of a severity of syslog: 0 (emergency) to 7 (debug).
    static int priorityOf(int severity) {
        return switch (severity) {
            case 0, 1, 2 -> FATAL;
            case 3 -> ERROR;
            case 4 -> WARN;
            case 7 -> DEBUG;
            default -> INFO;
        };
    }
}
