package traceglass.analysis.logs;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for logs: their tracks, list, and the report of a range.
final class LogTexts {

    static final String STATISTICS = tr("Statistics of this tag");

    private LogTexts() {}

    // ---- Tracks

    static final String TRACK_KIND = tr("log");

    static String tracksByProcess(String name) {
        return tr("{0} by process", name);
    }

    static final String UNKNOWN_PROCESS = tr("Unknown process");
    static final String UNKNOWN_THREAD = tr("Unknown thread");

    // ---- List

    static final String LIST = tr("Logs");
    static final String ONE_LINE = tr("line");
    static final String LINES = tr("lines");

    static String lines(long n) {
        return DisplayText.count(n, ONE_LINE, LINES);
    }

    static final String VERBOSE = tr("Verbose");
    static final String DEBUG = tr("Debug");
    static final String INFO = tr("Info");
    static final String WARNING = tr("Warning");
    static final String ERROR = tr("Error");
    static final String FATAL = tr("Fatal");
    static final String LEVEL = tr("Level");
    static final String TAG = tr("Tag");
    static final String TAGS = tr("tags");
    static final String MESSAGE = tr("Message");
    static final String PROCESSES = tr("processes");
    static final String MACHINE = tr("Machine");
    static final String MACHINES = tr("machines");
    static final String HOST = tr("host");
    static final String MACHINE_NUMBER = tr("machine ");
    static final String ANDROID = tr("Android");
    static final String JOURNAL = tr("Journal");
    static final String PROTOLOG = tr("ProtoLog");
    static final String UNIT = tr("Unit");
    static final String UNITS = tr("units");
    static final String LOG = tr("Log");
    static final String LOGS = tr("logs");

    // ---- Report

    static final String REPORT = tr("Log counts");
    static final String REMARK = tr("of all tracks");
}
