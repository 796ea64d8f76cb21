package traceglass.analysis.logs;

import traceglass.store.text.DisplayText;

/// User-visible strings for logs: their tracks, list, and the report of a range.
final class LogTexts {

    static final String STATISTICS = "Statistics of this tag";

    private LogTexts() {}

    // ---- Tracks

    static final String TRACK_KIND = "log";

    static String tracksByProcess(String name) {
        return name + " by process";
    }

    static final String UNKNOWN_PROCESS = "Unknown process";
    static final String UNKNOWN_THREAD = "Unknown thread";

    // ---- List

    static final String LIST = "Logs";
    static final String ONE_LINE = "line";
    static final String LINES = "lines";

    static String lines(long n) {
        return DisplayText.count(n, ONE_LINE, LINES);
    }

    static final String VERBOSE = "Verbose";
    static final String DEBUG = "Debug";
    static final String INFO = "Info";
    static final String WARNING = "Warning";
    static final String ERROR = "Error";
    static final String FATAL = "Fatal";
    static final String LEVEL = "Level";
    static final String TAG = "Tag";
    static final String TAGS = "tags";
    static final String MESSAGE = "Message";
    static final String PROCESSES = "processes";
    static final String MACHINE = "Machine";
    static final String MACHINES = "machines";
    static final String HOST = "host";
    static final String MACHINE_NUMBER = "machine ";
    static final String ANDROID = "Android";
    static final String JOURNAL = "Journal";
    static final String PROTOLOG = "ProtoLog";
    static final String UNIT = "Unit";
    static final String UNITS = "units";
    static final String LOG = "Log";
    static final String LOGS = "logs";

    // ---- Report

    static final String REPORT = "Log counts";
    static final String REMARK = "of all tracks";
}
