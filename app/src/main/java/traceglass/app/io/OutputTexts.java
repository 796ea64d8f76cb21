package traceglass.app.io;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Texts of the output of commands, and messages that several commands print.
public final class OutputTexts {

    private OutputTexts() {}

    // ---- Standard options

    static final String SHOW_HELP = tr("Show this help message and exit.");
    static final String SHOW_VERSION = tr("Print version information and exit.");

    // ---- Errors in one line

    /// Precedes each message on standard error.
    public static final String PREFIX = tr("traceglass: ");

    static String internalError(Exception e) {
        return tr("internal error: {0} (set TRACEGLASS_JVM=-Dtraceglass.debug=true to see the stack trace)", e);
    }

    // ---- Files

    static final String NO_SUCH_FILE = tr("no such file or folder");
    public static final String PERMISSION_DENIED = tr("permission denied");

    /// @param file path or name of a file
    public static String cantRead(Object file, String reason) {
        return tr("can't read {0}: {1}", file, reason);
    }

    /// @param file path or name of a file
    public static String cantWrite(Object file, String reason) {
        return tr("can't write {0}: {1}", file, reason);
    }

    static String tooLarge(long maxBytes) {
        return tr("it is larger than {0}", DisplayText.size(maxBytes));
    }

    /// @param file path or name of a file
    public static String notUtf8(Object file) {
        return tr("{0} is not UTF-8 text", file);
    }

    // ---- Traces

    public static String cantUseDatabase(String reason) {
        return tr("can't use the database of the trace: {0}", reason);
    }

    /// @param trace path of the trace
    public static String notEnoughMemory(Object trace) {
        return tr("not enough memory to open {0}; see --memory-limit", trace);
    }

    /// Message of a command that opens no trace, or reads more than one.
    public static final String NOT_ENOUGH_MEMORY = tr("not enough memory; see --memory-limit");

    // ---- Standard output

    static final String OUTPUT_CLOSED = tr("standard output is closed");

    static String cantWriteOutput(String reason) {
        return tr("can't write the output: {0}", reason);
    }

    // ---- Version

    static final String UNKNOWN_VERSION = tr("unknown");
}
