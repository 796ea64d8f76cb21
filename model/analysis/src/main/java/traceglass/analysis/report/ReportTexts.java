package traceglass.analysis.report;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Titles of columns, groupings and totals that several reports about a range share, and the strings of the report of
/// plain events.
public final class ReportTexts {

    private ReportTexts() {}

    // ---- Groupings

    static final String BY_NAME = tr("Name");
    static final String BY_NAME_THREAD = tr("Name, thread");
    static final String BY_NAME_PROCESS = tr("Name, process");
    static final String BY_CATEGORY = tr("Category");
    static final String BY_THREAD = tr("Thread");
    static final String BY_PROCESS = tr("Process");
    static final String BY_TRACK = tr("Track");
    static final String BY_TRACK_NAME = tr("Track, name");
    static final String BY_STATE = tr("State");
    static final String BY_THREAD_STATE = tr("Thread, state");
    static final String BY_PROCESS_STATE = tr("Process, state");
    static final String BY_CPU_STATE = tr("CPU, state");
    static final String BY_STATE_THREAD = tr("State, thread");
    static final String BY_TRACK_STATE = tr("Track, state");
    static final String BY_BLOCKED_FUNCTION = tr("Blocked function");
    static final String BY_CPU = tr("CPU");
    static final String BY_PROCESS_CPU = tr("Process, CPU");
    static final String BY_THREAD_CPU = tr("Thread, CPU");
    static final String BY_COUNTER = tr("Counter");
    static final String BY_COUNTER_PROCESS = tr("Counter, process");
    static final String BY_RAIL = tr("Rail");
    static final String BY_SUBSYSTEM = tr("Subsystem");
    static final String BY_ENTITY_STATE = tr("Entity, state");
    static final String BY_EVENT = tr("Event");
    static final String BY_EVENT_CPU = tr("Event, CPU");
    static final String BY_JANK_TYPE = tr("Jank type");
    static final String BY_LAYER = tr("Layer");
    static final String BY_FRAME = tr("Frame");
    static final String BY_APP = tr("App");
    static final String BY_APP_JANK_TYPE = tr("App, jank type");
    static final String BY_FLOW = tr("Flow");
    static final String BY_NAMES = tr("Names");
    static final String BY_DIRECTION = tr("Direction");
    static final String BY_LINE = tr("Line");
    static final String BY_TAG = tr("Tag");
    static final String BY_LEVEL = tr("Level");
    static final String BY_FUNCTION = tr("Function");
    static final String BY_MODULE = tr("Module");
    static final String BY_SOURCE = tr("Source");
    static final String BY_PACKAGE = tr("Package");
    static final String BY_PACKAGE_TYPE = tr("Package, type");

    // ---- Columns

    public static final String NAME = tr("Name");
    public static final String TRACK = tr("Track");
    public static final String THREAD = tr("Thread");
    public static final String PROCESS = tr("Process");
    public static final String STATE = tr("State");
    public static final String CPU = tr("CPU");
    public static final String TIME = tr("Time");
    public static final String ID = "id";
    public static final String FROM_ID = tr("From id");
    public static final String TO_ID = tr("To id");
    public static final String COUNT = tr("Count");
    public static final String SHARE = tr("Share");
    public static final String TOTAL = tr("Total");
    public static final String SELF = tr("Self");
    public static final String AVERAGE = tr("Average");
    public static final String MIN = tr("Min");
    public static final String MAX = tr("Max");
    public static final String DELAY = tr("Delay");
    public static final String CPU_TIME = tr("CPU time");

    // ---- Totals

    /// Returns the number of rows: `12 rows`.
    public static String rows(int rows) {
        return DisplayText.count(rows, "row", "rows");
    }

    // ---- Events without a specific report

    public static final String EVENTS = tr("Events");
    public static final String EVENTS_REMARK = tr("of startups, markers and other tracks without slices");
}
