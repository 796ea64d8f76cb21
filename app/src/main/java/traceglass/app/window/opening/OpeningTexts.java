package traceglass.app.window.opening;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import traceglass.store.text.DisplayText;

/// Texts of the start page, of the choice shown while files are dragged, and of the progress of an opening.
final class OpeningTexts {

    private OpeningTexts() {}

    // ---- Start page

    static final String START = tr("Start");
    static final String OPEN_A_TRACE = tr("Open a trace");
    static final String FORMATS =
            tr("Traces, profiles, heap dumps and logs from many tools, compressed or not. Any size that fits on disk.");
    static final String DROP_HERE = tr("Drop a trace file here");
    static final String FILE_STAYS = tr("The file stays in place; no data leaves this computer.");
    static final String OPEN_FILE = tr("Open file…");

    // ---- Interrupted runs

    static final String INTERRUPTED = tr("The last session ended unexpectedly");
    static final String OPEN_AGAIN = tr("Continue where you left off");
    static final String DISMISS = tr("Dismiss");

    /// Returns which files were open.
    static String previouslyOpen(List<Path> files) {
        if (files.isEmpty()) {
            return "";
        }
        String first = DisplayText.oneLine(files.getFirst().getFileName().toString());
        return switch (files.size()) {
            case 1 -> tr("{0} was open.", first);
            case 2 -> tr("{0} and one more were open.", first);
            default -> tr("{0} and {1} more were open.", first, files.size() - 1);
        };
    }

    // ---- Recent traces

    static final String RECENT = tr("Recent");
    static final String CLEAR_LIST = tr("Clear list");
    static final String CACHED = tr("Cached");
    static final String YESTERDAY = tr("Yesterday");

    static String today(LocalDateTime time) {
        return tr("Today, {0}", formatted(time, tr("HH:mm"), "HH:mm"));
    }

    static String weekday(LocalDateTime time) {
        return formatted(time, tr("EEEE"), "EEEE");
    }

    static String dayAndMonth(LocalDateTime time) {
        return formatted(time, tr("d MMMM"), "d MMMM");
    }

    static String date(LocalDateTime time) {
        return formatted(time, tr("d MMMM yyyy"), "d MMMM yyyy");
    }

    /// @param english used if the pattern of a translation is invalid
    private static String formatted(LocalDateTime time, String pattern, String english) {
        try {
            return time.format(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
        } catch (IllegalArgumentException | DateTimeException e) {
            return time.format(DateTimeFormatter.ofPattern(english, Locale.ENGLISH));
        }
    }

    // ---- Supported formats

    static final String SUPPORTED_FORMATS = tr("Supported formats");
    static final String PERFETTO = tr("Perfetto traces");
    static final String PERFETTO_FILES =
            tr(".pftrace, .perfetto-trace: from Android, Linux, Chrome and the tracing SDK");
    static final String BROWSERS = tr("Browsers and V8");
    static final String BROWSER_FILES = tr(
            "Chrome JSON from DevTools, PyTorch or compilers; Firefox and samply profiles; .cpuprofile, .heapsnapshot;"
                    + " HAR, NetLog");
    static final String LINUX = tr("Linux");
    static final String LINUX_FILES =
            tr("perf.data, perf script, trace.dat, ftrace and systrace, strace, uftrace, LTTng (CTF), Sysprof, logs");
    static final String PROFILES = tr("Profiles and heaps");
    static final String PROFILE_FILES =
            tr("pprof, collapsed stacks, flame graphs (SVG), speedscope, JFR, Go, .NET and GHC traces, Instruments XML,"
                    + " callgrind, VTune, Nsight Systems, XPlane; heap and thread dumps, heaptrack");
    static final String OTHERS = tr("Android, services and builds");
    static final String OTHER_FILES = tr(
            "Bug reports, logcat, method traces; OpenTelemetry, Jaeger, Zipkin; Fuchsia; Windows (ETL); Ninja; tables"
                    + " (CSV, Parquet)");
    static final String ARCHIVES = tr("Compressed files and archives");
    static final String ARCHIVE_FILES =
            tr("gzip, zstd, xz, bzip2, zip, tar and more; files in one archive share one timeline");

    // ---- Next steps

    static final String NEXT_STEPS = tr("Next steps");
    static final String SELECT_RANGE = tr("Drag to select a time range");
    static final String SELECT_RANGE_HELP =
            tr("The details pane summarizes its slices, thread states, CPU time and counters");
    static final String QUERY = tr("Query with SQL");
    static final String QUERY_HELP =
            tr("Tables and modules of Perfetto's trace processor; results can be shown as tracks");
    static final String COMPARE = tr("Compare with a second trace");
    static final String COMPARE_HELP = tr("Both timelines move together, and a page lists what got slower or faster");

    // ---- Other ways to start

    static final String OTHER_WAYS = tr("Other ways to start");
    static final String RECORD = tr("Record a trace");
    static final String RECORD_HELP = tr("From a phone, this computer or Chrome");
    static final String FOLDER = tr("Open a folder of traces");
    static final String FOLDER_HELP = tr("Compare many runs and find the slowest");
    static final String SAMPLE = tr("Open the sample trace");
    static final String SAMPLE_HELP = tr("Two seconds of Chromium activity");
    static final String ALL_COMMANDS_HELP = tr("Search commands by name");
    static final String KEYBOARD_SHORTCUTS_HELP = tr("Same keys as in Perfetto");

    // ---- Basic keys

    static final String BASIC_KEYS = tr("Basic keys");
    static final String MOVE_AND_ZOOM = tr("Move and zoom");
    static final String ZOOM_AT_POINTER = tr("Zoom at the pointer");
    static final String WHEEL = tr("wheel");
    static final String GO_TO_SELECTION = tr("Go to the selection");
    static final String SEARCH = tr("Search");

    // ---- Dragged files

    static final String REPLACE_TRACE = tr("Replace the open trace");
    static final String OPEN_AS_SECOND = tr("Open as second trace");

    // ---- Progress of an opening

    static final String OPENING = tr("Opening");

    static String opening(Object name) {
        return tr("Opening {0}", name);
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
