package traceglass.app.cli;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts of the program as a whole: its help, the commands `open` and `sample`, options that several commands share,
/// and messages about the trace to open.
final class CliTexts {

    private CliTexts() {}

    // ---- Program

    static final String PROGRAM = tr("Records traces, shows them on a timeline and queries them with SQL.");
    static final String WITHOUT_COMMAND = tr("Without a command, opens the window.");
    static final String EXIT_CODES = tr("Exit codes: 0 for success, 1 for a trace or SQL error, 2 for a usage error,"
            + " 3 for a regression that fleet compare found, 124 for SQL stopped by --timeout.");

    static String version(String version) {
        return tr("Traceglass {0}", version);
    }

    static String notAPath(String text) {
        return tr("can't read '{0}' as a path", text);
    }

    static String unknownCommand(String word) {
        return tr("no such command or file: {0}", word);
    }

    static String beforeCommand(String word) {
        return tr("unexpected argument before the command: {0}", word);
    }

    /// @param command name of the command whose help is referred to, or empty for the help of the program
    static String usageError(String message, String command) {
        return tr("{0} (see traceglass {1}--help)", message, command.isEmpty() ? "" : command + " ");
    }

    // ---- Options of all commands

    static final String NO_CACHE =
            tr("Do not cache the database of the trace; the trace is imported each time it is opened.");
    static final String CACHE_DIR = tr("Folder for the databases of traces (default: the platform's cache folder).");
    static final String COLUMNS = tr("Meaning of the columns of a table (CSV, JSON lines, Parquet, DuckDB), for example"
            + " time=ts:us,duration=dur:us,name=event; also end, process, thread, category, value."
            + " Units: s, ms, us, ns.");
    static final String CROP_TRACK_EVENTS =
            tr("Skip track events before the range of interest of a Perfetto trace, if it has one.");
    static final String ANALYZE_CONTENT = tr("Add up the sizes of all fields of a Perfetto trace, in the tables"
            + " experimental_proto_path and experimental_proto_content.");
    static final String MEMORY_LIMIT = tr(
            "Memory limit of the program, such as 2G (default: half of the machine's memory for the database, at most"
                    + " 8G).");

    static String tooSmall(String size) {
        return tr("'{0}' is too small; the minimum is 64M", size);
    }

    static String notASize(String text) {
        return tr("can't read '{0}' as a size; examples: 512M, 4G", text);
    }

    // ---- Arguments of several commands

    static final String SELECT_EVENT = "Select an event, such as slice:4802.";
    static final String STANDARD_INPUT = tr("standard input");

    // ---- open

    static final String OPEN = tr("Open a trace in the window (the default).");
    static final String OPEN_TRACE = tr("The trace file to open, or a link (traceglass://open?file=...).");
    static final String SECOND_TRACE = "A second trace to compare with the first.";
    static final String SAME_AS_SECOND = tr("Same as SECOND.");

    static String linkToProject(Path file) {
        return tr(
                "can't open the link: {0} is a project, and opening it would run its queries; open "
                        + "it with traceglass open",
                file);
    }

    static final String SHOW_ERRORS =
            tr("Show a missing file or an invalid link in the window instead of exiting; for desktop entries.");
    static final String OPEN_SQL = tr("Open the SQL page with the text of this file.");

    // ---- sample

    static final String SAMPLE = "Open the built-in sample trace in the window.";

    static String cantExtractSample(String reason) {
        return tr("can't extract the sample trace: {0}", reason);
    }

    // ---- Symbols

    static final String SYMBOLS =
            tr("Folder with unstripped binaries or Breakpad files, found by build id; can be repeated.");
    static final String MAPPING =
            tr("R8 or ProGuard mapping file, for one Android package or for all; can be repeated.");
    static final String KERNEL_SYMBOLS = tr("A copy of /proc/kallsyms, or a System.map.");
    static final String DEBUGINFOD =
            tr("Download symbols from the servers in DEBUGINFOD_URLS, which receive the build ids of the trace.");
    static final String NO_DEBUGINFOD_SERVERS =
            tr("--debuginfod needs the addresses of servers in the environment variable DEBUGINFOD_URLS");
    static final String SYMBOLS_NEED_FILE =
            tr("symbols can't be added to a trace that is not in a file; save it to a file first");
    static final String INTERRUPTED = tr("interrupted");

    static String noSymbolFolder(Path folder) {
        return tr("{0}; --symbols needs a folder with binaries", doesNotExist(folder));
    }

    static String noKernelSymbols(Path file) {
        return tr("{0} can't be read; --kernel-symbols needs a copy of /proc/kallsyms", file);
    }

    static String cantReadSymbolsOf(Path file, String reason) {
        return tr("can't use the database of {0}: {1}", file, reason);
    }

    static String cantAddSymbols(Path file, String reason) {
        return tr("can't add symbols to {0}: {1}", file, reason);
    }

    // ---- Files

    static String doesNotExist(Path file) {
        return tr("{0} does not exist", file);
    }

    static String cantReadTrace(String source, String reason) {
        return tr("can't read the trace from {0}: {1}", source, reason);
    }

    static String traceOfProjectMissing(Path project, String trace, String absolute) {
        return tr(
                "the trace of {0}, {1}, was found neither in the project's folder nor at {2}; move "
                        + "it to the project's folder",
                project, trace, absolute);
    }
}
