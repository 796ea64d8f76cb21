package traceglass.app.overview;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the overview page: its sections, cards and grids.
final class OverviewTexts {

    private OverviewTexts() {}

    // ---- Page and sections

    static final String OVERVIEW = tr("Overview");
    static final String PROBLEMS = tr("Problems");
    static final String TRACE_DOCTOR = tr("Trace doctor");
    static final String STATISTICS = tr("Statistics");
    static final String METADATA = tr("Metadata");
    static final String PROCESSES = tr("Processes");
    static final String THREADS = tr("Threads");
    static final String TRACE_CONFIG = tr("Trace config");
    static final String NOT_READ_YET = tr("The overview is available once the trace has been read.");

    // ---- Summary: heading and numbers

    static final String COPY_SUMMARY = tr("Copy summary");
    static final String TRACE_SUMMARY = tr("trace summary");
    static final String FILE_SIZE = tr("File size");
    static final String SLICES = tr("Slices");
    static final String SCHEDULING_SLICES = tr("Scheduling slices");
    static final String COUNTER_SAMPLES = tr("Counter samples");
    static final String CALLSTACK_SAMPLES = tr("Callstack samples");
    static final String PROFILED_STACKS = tr("Profiled stacks");
    static final String HEAP_PROFILE_ROWS = tr("Heap profile rows");
    static final String HEAP_OBJECTS = tr("Heap objects");
    static final String LOG_LINES = tr("Log lines");

    // ---- Summary: problems

    static final String DATA_LOSS = tr("Data loss");
    static final String NOTICE = tr("Notice");
    static final String ERROR = tr("Error");
    static final String SHOW_ALL = tr("Show all");
    static final String NO_DATA_LOST = tr("No data was lost while recording");
    static final String LOSSES_UNKNOWN = tr("The trace does not record whether data was lost");
    static final String EVERYTHING_READ = tr("Everything in the trace could be read");

    static String moreProblems(int count) {
        return DisplayText.count(count, "more problem", "more problems");
    }

    // ---- Summary: trace doctor

    static final String CHECKING = tr("Checking how the trace was recorded…");
    static final String CANNOT_CHECK = tr("Can't check the trace");
    static final String SHOW_QUERY = tr("Show query");
    static final String ADVICE = tr("Advice");
    static final String NO_FINDINGS = tr("No problems with the recording setup");
    static final String NO_FINDINGS_DETAIL =
            tr("All buffers were large enough, and no data source that tracks need is missing.");

    static final String NO_KNOWN_FINDINGS = tr("No problems with the recording setup found");
    static final String NO_FINDINGS_BUFFERS_UNKNOWN =
            tr("The trace does not record whether all buffers were large enough.");
    static final String NO_EVENTS_TO_CHECK = tr("There are no events to check");

    static String moreFindings(int count) {
        return DisplayText.count(count, "more finding", "more findings");
    }

    // ---- Summary: device, recording, import

    static final String DEVICE = tr("Device");
    static final String RECORDING = tr("Recording");
    static final String STARTED = tr("Started");
    static final String SOURCES_READY = tr("Data sources ready");
    static final String STOPPED = tr("Stopped");
    static final String WRITTEN_BY = tr("Written by");
    static final String SESSION = tr("Session");
    static final String TRIGGER = tr("Trigger");
    static final String MODE = tr("Mode");
    static final String STOP_WHEN_FULL = tr("Buffers that stop when full");
    static final String RING_BUFFERS = tr("Ring buffers");
    static final String UUID = tr("UUID");
    static final String IMPORT = tr("Import");
    static final String FORMAT = tr("Format");
    static final String UNKNOWN_FORMAT = tr("Unknown");
    static final String TIME = tr("Time");
    static final String CACHE = tr("Cache");
    static final String COPY_PATH = tr("Copy path");
    static final String CACHE_DELETED = tr("deleted");
    static final String NOT_CACHED = tr("Not cached; opening the trace again takes the same time");
    static final String FILE = tr("File");
    static final String SHOW_SIZES = tr("Sizes");
    static final String DATA_SOURCES = tr("Data sources");
    static final String PROCESSES_BY_CPU_TIME = tr("Processes by CPU time");

    static String afterBoot(long ns) {
        return tr("{0} after boot", TimeText.exact(ns));
    }

    static String timeAfterStart(long ns) {
        return tr("after {0}", TimeText.exact(ns));
    }

    static String durationLater(long ns) {
        return tr("{0} later", TimeText.duration(ns));
    }

    static String writtenToFile(String buffers) {
        return tr("{0}, written to a file", buffers);
    }

    static String writtenToFileEvery(String buffers, long ms) {
        return tr("{0} every {1}", writtenToFile(buffers), TimeText.brief(ms));
    }

    static String openedFromCache(long ns) {
        return tr("{0}, opened from the cache", TimeText.duration(ns));
    }

    static String imported(long ns, long bytes) {
        return TimeText.duration(ns) + ", " + DisplayText.rate(bytes * 1e9 / ns);
    }

    static String field(String name, String value) {
        return name + ": " + value;
    }

    // ---- Grids

    static final String INDEX = tr("Index");
    static final String SEVERITY = tr("Severity");
    static final String SOURCE = tr("Source");
    static final String VALUE = tr("Value");
    static final String DESCRIPTION = tr("Description");
    static final String PID = tr("PID");
    static final String UPID = tr("upid");
    static final String TID = tr("TID");
    static final String UTID = tr("utid");
    static final String CPU_TIME = tr("CPU time");
    static final String STATISTICS_GRID = tr("statistics");
    static final String METADATA_GRID = tr("metadata");
    static final String PROCESSES_GRID = tr("processes");
    static final String BUSY_PROCESSES_GRID = tr("busy processes");
    static final String THREADS_GRID = tr("threads");

    static String cantLoad(Exception error) {
        return tr("Can't load the list: {0}", error.getMessage());
    }
}
