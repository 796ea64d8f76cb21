package traceglass.app.window.opening;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts of the start page, of the choice shown while files are dragged, and of the progress of an opening.
final class OpeningTexts {

    private OpeningTexts() {}

    // ---- Start page

    static final String START = "Start";
    static final String OPEN_A_TRACE = "Open a trace";
    static final String FORMATS =
            "Traces, profiles, heap dumps and logs from many tools, compressed or not. Any size that fits on disk.";
    static final String DROP_HERE = "Drop a trace file here";
    static final String FILE_STAYS = "The file stays in place; no data leaves this computer.";
    static final String OPEN_FILE = "Open file…";

    // ---- Interrupted runs

    static final String INTERRUPTED = "The last session ended unexpectedly";
    static final String OPEN_AGAIN = "Continue where you left off";
    static final String DISMISS = "Dismiss";

    /// Returns which files were open.
    static String previouslyOpen(List<Path> files) {
        if (files.isEmpty()) {
            return "";
        }
        String first = DisplayText.oneLine(files.getFirst().getFileName().toString());
        return switch (files.size()) {
            case 1 -> first + " was open.";
            case 2 -> first + " and one more were open.";
            default -> first + " and " + (files.size() - 1) + " more were open.";
        };
    }

    // ---- Recent traces

    static final String RECENT = "Recent";
    static final String CLEAR_LIST = "Clear list";
    static final String CACHED = "Cached";
    static final String YESTERDAY = "Yesterday";

    static String today(LocalDateTime time) {
        return "Today, " + formatted(time, "HH:mm");
    }

    static String weekday(LocalDateTime time) {
        return formatted(time, "EEEE");
    }

    static String dayAndMonth(LocalDateTime time) {
        return formatted(time, "d MMMM");
    }

    static String date(LocalDateTime time) {
        return formatted(time, "d MMMM yyyy");
    }

    private static String formatted(LocalDateTime time, String pattern) {
        return time.format(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
    }

    // ---- Supported formats

    static final String SUPPORTED_FORMATS = "Supported formats";
    static final String PERFETTO = "Perfetto traces";
    static final String PERFETTO_FILES = ".pftrace, .perfetto-trace: from Android, Linux, Chrome and the tracing SDK";
    static final String BROWSERS = "Browsers and V8";
    static final String BROWSER_FILES =
            "Chrome JSON from DevTools, PyTorch or compilers; Firefox and samply profiles; .cpuprofile, .heapsnapshot;"
                    + " HAR, NetLog";
    static final String LINUX = "Linux";
    static final String LINUX_FILES =
            "perf.data, perf script, trace.dat, ftrace and systrace, strace, uftrace, LTTng (CTF), Sysprof, logs";
    static final String PROFILES = "Profiles and heaps";
    static final String PROFILE_FILES =
            "pprof, collapsed stacks, flame graphs (SVG), speedscope, JFR, Go, .NET and GHC traces, Instruments XML,"
                    + " callgrind, VTune, Nsight Systems, XPlane; heap and thread dumps, heaptrack";
    static final String OTHERS = "Android, services and builds";
    static final String OTHER_FILES =
            "Bug reports, logcat, method traces; OpenTelemetry, Jaeger, Zipkin; Fuchsia; Windows (ETL); Ninja; tables"
                    + " (CSV, Parquet)";
    static final String ARCHIVES = "Compressed files and archives";
    static final String ARCHIVE_FILES =
            "gzip, zstd, xz, bzip2, zip, tar and more; files in one archive share one timeline";

    // ---- Next steps

    static final String NEXT_STEPS = "Next steps";
    static final String SELECT_RANGE = "Drag to select a time range";
    static final String SELECT_RANGE_HELP =
            "The details pane summarizes its slices, thread states, CPU time and counters";
    static final String QUERY = "Query with SQL";
    static final String QUERY_HELP = "Tables and modules of Perfetto's trace processor; results can be shown as tracks";
    static final String COMPARE = "Compare with a second trace";
    static final String COMPARE_HELP = "Both timelines move together, and a page lists what got slower or faster";

    // ---- Other ways to start

    static final String OTHER_WAYS = "Other ways to start";
    static final String RECORD = "Record a trace";
    static final String RECORD_HELP = "From a phone, this computer or Chrome";
    static final String FOLDER = "Open a folder of traces";
    static final String FOLDER_HELP = "Compare many runs and find the slowest";
    static final String SAMPLE = "Open the sample trace";
    static final String SAMPLE_HELP = "Two seconds of Chromium activity";
    static final String ALL_COMMANDS_HELP = "Search commands by name";
    static final String KEYBOARD_SHORTCUTS_HELP = "Same keys as in Perfetto";

    // ---- Basic keys

    static final String BASIC_KEYS = "Basic keys";
    static final String MOVE_AND_ZOOM = "Move and zoom";
    static final String ZOOM_AT_POINTER = "Zoom at the pointer";
    static final String WHEEL = "wheel";
    static final String GO_TO_SELECTION = "Go to the selection";
    static final String SEARCH = "Search";

    // ---- Dragged files

    static final String REPLACE_TRACE = "Replace the open trace";
    static final String OPEN_AS_SECOND = "Open as second trace";

    // ---- Progress of an opening

    static final String OPENING = "Opening";

    static String opening(Object name) {
        return "Opening " + name;
    }

    /// Returns the progress of a file of known size.
    ///
    /// @param bytesPerSecond speed of reading; negative to omit it
    static String progress(String phase, long bytesRead, long bytesTotal, double bytesPerSecond) {
        String rate = bytesPerSecond < 0 ? "" : ", " + DisplayText.rate(bytesPerSecond);
        return phase + ", " + DisplayText.progress(bytesRead, bytesTotal) + rate;
    }

    static String afterName(String progress) {
        return "· " + progress;
    }

    /// Returns a progress text with a capital first letter.
    static String capitalized(String progress) {
        return progress.isEmpty() ? "" : progress.substring(0, 1).toUpperCase(Locale.ROOT) + progress.substring(1);
    }
}
