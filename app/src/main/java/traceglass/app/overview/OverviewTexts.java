package traceglass.app.overview;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the overview page: its sections, cards and grids.
final class OverviewTexts {

    private OverviewTexts() {}

    // ---- Page and sections

    static final String OVERVIEW = "Overview";
    static final String PROBLEMS = "Problems";
    static final String TRACE_DOCTOR = "Trace doctor";
    static final String STATISTICS = "Statistics";
    static final String METADATA = "Metadata";
    static final String PROCESSES = "Processes";
    static final String THREADS = "Threads";
    static final String TRACE_CONFIG = "Trace config";
    static final String NOT_READ_YET = "The overview is available once the trace has been read.";

    // ---- Summary: heading and numbers

    static final String COPY_SUMMARY = "Copy summary";
    static final String TRACE_SUMMARY = "trace summary";
    static final String FILE_SIZE = "File size";
    static final String SLICES = "Slices";
    static final String SCHEDULING_SLICES = "Scheduling slices";
    static final String COUNTER_SAMPLES = "Counter samples";
    static final String CALLSTACK_SAMPLES = "Callstack samples";
    static final String PROFILED_STACKS = "Profiled stacks";
    static final String HEAP_PROFILE_ROWS = "Heap profile rows";
    static final String HEAP_OBJECTS = "Heap objects";
    static final String LOG_LINES = "Log lines";

    // ---- Summary: problems

    static final String DATA_LOSS = "Data loss";
    static final String NOTICE = "Notice";
    static final String ERROR = "Error";
    static final String SHOW_ALL = "Show all";
    static final String NO_DATA_LOST = "No data was lost while recording";
    static final String LOSSES_UNKNOWN = "The trace does not record whether data was lost";
    static final String EVERYTHING_READ = "Everything in the trace could be read";

    static String moreProblems(int count) {
        return DisplayText.count(count, "more problem", "more problems");
    }

    // ---- Summary: trace doctor

    static final String CHECKING = "Checking how the trace was recorded…";
    static final String CANNOT_CHECK = "Can't check the trace";
    static final String SHOW_QUERY = "Show query";
    static final String ADVICE = "Advice";
    static final String NO_FINDINGS = "No problems with the recording setup";
    static final String NO_FINDINGS_DETAIL =
            "All buffers were large enough, and no data source that tracks need is missing.";

    static final String NO_KNOWN_FINDINGS = "No problems with the recording setup found";
    static final String NO_FINDINGS_BUFFERS_UNKNOWN =
            "The trace does not record whether all buffers were large enough.";
    static final String NO_EVENTS_TO_CHECK = "There are no events to check";

    static String moreFindings(int count) {
        return DisplayText.count(count, "more finding", "more findings");
    }

    // ---- Summary: device, recording, import

    static final String DEVICE = "Device";
    static final String RECORDING = "Recording";
    static final String STARTED = "Started";
    static final String SOURCES_READY = "Data sources ready";
    static final String STOPPED = "Stopped";
    static final String WRITTEN_BY = "Written by";
    static final String SESSION = "Session";
    static final String TRIGGER = "Trigger";
    static final String MODE = "Mode";
    static final String STOP_WHEN_FULL = "Buffers that stop when full";
    static final String RING_BUFFERS = "Ring buffers";
    static final String UUID = "UUID";
    static final String IMPORT = "Import";
    static final String FORMAT = "Format";
    static final String UNKNOWN_FORMAT = "Unknown";
    static final String TIME = "Time";
    static final String CACHE = "Cache";
    static final String COPY_PATH = "Copy path";
    static final String CACHE_DELETED = "deleted";
    static final String NOT_CACHED = "Not cached; opening the trace again takes the same time";
    static final String FILE = "File";
    static final String SHOW_SIZES = "Sizes";
    static final String DATA_SOURCES = "Data sources";
    static final String PROCESSES_BY_CPU_TIME = "Processes by CPU time";

    static String afterBoot(long ns) {
        return TimeText.exact(ns) + " after boot";
    }

    static String timeAfterStart(long ns) {
        return "after " + TimeText.exact(ns);
    }

    static String durationLater(long ns) {
        return TimeText.duration(ns) + " later";
    }

    static String writtenToFile(String buffers) {
        return buffers + ", written to a file";
    }

    static String writtenToFileEvery(String buffers, long ms) {
        return writtenToFile(buffers) + " every " + TimeText.brief(ms);
    }

    static String openedFromCache(long ns) {
        return TimeText.duration(ns) + ", opened from the cache";
    }

    static String imported(long ns, long bytes) {
        return TimeText.duration(ns) + ", " + DisplayText.rate(bytes * 1e9 / ns);
    }

    static String field(String name, String value) {
        return name + ": " + value;
    }

    // ---- Grids

    static final String INDEX = "Index";
    static final String SEVERITY = "Severity";
    static final String SOURCE = "Source";
    static final String VALUE = "Value";
    static final String DESCRIPTION = "Description";
    static final String PID = "PID";
    static final String UPID = "upid";
    static final String TID = "TID";
    static final String UTID = "utid";
    static final String CPU_TIME = "CPU time";
    static final String STATISTICS_GRID = "statistics";
    static final String METADATA_GRID = "metadata";
    static final String PROCESSES_GRID = "processes";
    static final String BUSY_PROCESSES_GRID = "busy processes";
    static final String THREADS_GRID = "threads";

    static String cantLoad(Exception error) {
        return "Can't load the list: " + error.getMessage();
    }
}
