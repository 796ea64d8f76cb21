package traceglass.app.io;

import traceglass.store.text.DisplayText;

/// Texts of the output of commands, and messages that several commands print.
public final class OutputTexts {

    private OutputTexts() {}

    // ---- Standard options

    static final String SHOW_HELP = "Show this help message and exit.";
    static final String SHOW_VERSION = "Print version information and exit.";

    // ---- Errors in one line

    /// Precedes each message on standard error.
    public static final String PREFIX = "traceglass: ";

    static String internalError(Exception e) {
        return "internal error: " + e + " (run with -Dtraceglass.debug=true for the stack trace)";
    }

    // ---- Files

    static final String NO_SUCH_FILE = "no such file or folder";
    public static final String PERMISSION_DENIED = "permission denied";

    /// @param file path or name of a file
    public static String cantRead(Object file, String reason) {
        return "can't read " + file + ": " + reason;
    }

    /// @param file path or name of a file
    public static String cantWrite(Object file, String reason) {
        return "can't write " + file + ": " + reason;
    }

    static String tooLarge(long maxBytes) {
        return "it is larger than " + DisplayText.size(maxBytes);
    }

    /// @param file path or name of a file
    public static String notUtf8(Object file) {
        return file + " is not UTF-8 text";
    }

    // ---- Traces

    public static String cantUseDatabase(String reason) {
        return "can't use the database of the trace: " + reason;
    }

    /// @param trace path of the trace
    public static String notEnoughMemory(Object trace) {
        return "not enough memory to open " + trace + "; see --memory-limit";
    }

    /// For a command that opens no trace, or reads more than one.
    public static final String NOT_ENOUGH_MEMORY = "not enough memory; see --memory-limit";

    // ---- Standard output

    static final String OUTPUT_CLOSED = "standard output is closed";

    static String cantWriteOutput(String reason) {
        return "can't write the output: " + reason;
    }

    // ---- Version

    static final String UNKNOWN_VERSION = "unknown";
}
