package traceglass.ingest.systemlog;

import java.util.Map;

/// A log entry.
///
/// @param ns time in the clock of the file, in ns
/// @param pid process id, or [#NONE]
/// @param tid thread id, or [#NONE] for the main thread
/// @param process name of the process, or null
/// @param priority Android priority, from 2 (verbose) to 7 (fatal)
/// @param tag program, unit or subsystem; or null
/// @param args other fields: strings, or numbers of type Long
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

    /// Returns the Android priority for a syslog severity from 0 (emergency) to 7 (debug).
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
