package traceglass.app.cli;

import java.nio.file.Path;

/// Texts of the program as a whole: its help, the commands `open` and `sample`, options that several commands share,
/// and messages about the trace to open.
final class CliTexts {

    private CliTexts() {}

    // ---- Program

    static final String PROGRAM = "Records traces, shows them on a timeline and queries them with SQL.";
    static final String WITHOUT_COMMAND = "Without a command, opens the window.";
    static final String EXIT_CODES = "Exit codes: 0 for success, 1 for a trace or SQL error, 2 for a usage error,"
            + " 3 for a regression that fleet compare found, 124 for SQL stopped by --timeout.";

    static String version(String version) {
        return "Traceglass " + version;
    }

    static String notAPath(String text) {
        return "can't read '" + text + "' as a path";
    }

    static String unknownCommand(String word) {
        return "no such command or file: " + word;
    }

    static String beforeCommand(String word) {
        return "unexpected argument before the command: " + word;
    }

    /// @param command name of the command whose help is referred to, or empty for the help of the program
    static String usageError(String message, String command) {
        return message + " (see traceglass " + (command.isEmpty() ? "" : command + " ") + "--help)";
    }

    // ---- Options of all commands

    static final String NO_CACHE =
            "Do not cache the database of the trace; the trace is imported each time it is opened.";
    static final String CACHE_DIR = "Folder for the databases of traces (default: the platform's cache folder).";
    static final String COLUMNS = "Meaning of the columns of a table (CSV, JSON lines, Parquet, DuckDB), for example"
            + " time=ts:us,duration=dur:us,name=event; also end, process, thread, category, value."
            + " Units: s, ms, us, ns.";
    static final String CROP_TRACK_EVENTS =
            "Leave out track events before the range of interest of a Perfetto trace, if it has one.";
    static final String ANALYZE_CONTENT = "Add up the sizes of all fields of a Perfetto trace, in the tables"
            + " experimental_proto_path and experimental_proto_content.";
    static final String MEMORY_LIMIT =
            "Memory limit of the program, such as 2G (default: half of the machine's memory for the database, at most"
                    + " 8G).";

    static String tooSmall(String size) {
        return "'" + size + "' is too small; the minimum is 64M";
    }

    static String notASize(String text) {
        return "can't read '" + text + "' as a size; examples: 512M, 4G";
    }

    // ---- Arguments of several commands

    static final String SELECT_EVENT = "Select an event, such as slice:4802.";
    static final String STANDARD_INPUT = "standard input";

    // ---- open

    static final String OPEN = "Open a trace in the window (the default).";
    static final String OPEN_TRACE = "The trace file to open, or a link (traceglass://open?file=...).";
    static final String SECOND_TRACE = "A second trace to compare with the first.";
    static final String SAME_AS_SECOND = "Same as SECOND.";

    static String linkToProject(Path file) {
        return "can't open the link: " + file
                + " is a project, and opening it would run its queries; open it with traceglass open";
    }

    static final String SHOW_ERRORS =
            "Show a missing file or an invalid link in the window instead of exiting; for desktop entries.";
    static final String OPEN_SQL = "Open the SQL page with the text of this file.";

    // ---- sample

    static final String SAMPLE = "Open the built-in sample trace in the window.";

    static String cantExtractSample(String reason) {
        return "can't extract the sample trace: " + reason;
    }

    // ---- Symbols

    static final String SYMBOLS =
            "Folder with unstripped binaries or Breakpad files, found by build id; can be repeated.";
    static final String MAPPING = "R8 or ProGuard mapping file, for one Android package or for all; can be repeated.";
    static final String KERNEL_SYMBOLS = "A copy of /proc/kallsyms, or a System.map.";
    static final String DEBUGINFOD =
            "Download symbols from the servers in DEBUGINFOD_URLS, which receive the build ids of the trace.";
    static final String NO_DEBUGINFOD_SERVERS =
            "--debuginfod needs the addresses of servers in the environment variable DEBUGINFOD_URLS";
    static final String INTERRUPTED = "interrupted";

    static String noSymbolFolder(Path folder) {
        return doesNotExist(folder) + "; --symbols needs a folder with binaries";
    }

    static String noKernelSymbols(Path file) {
        return file + " can't be read; --kernel-symbols needs a copy of /proc/kallsyms";
    }

    static String cantReadSymbolsOf(Path file, String reason) {
        return "can't use the database of " + file + ": " + reason;
    }

    static String cantAddSymbols(Path file, String reason) {
        return "can't add symbols to " + file + ": " + reason;
    }

    // ---- Files

    static String doesNotExist(Path file) {
        return file + " does not exist";
    }

    static String cantReadTrace(String source, String reason) {
        return "can't read the trace from " + source + ": " + reason;
    }

    static String traceOfProjectMissing(Path project, String trace, String absolute) {
        return "the trace of " + project + ", " + trace + ", was found neither in the project's folder nor at "
                + absolute + "; move it to the project's folder";
    }
}
