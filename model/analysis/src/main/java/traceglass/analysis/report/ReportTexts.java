package traceglass.analysis.report;

import traceglass.store.text.DisplayText;

/// Titles of columns, groupings and totals that several reports about a range share, and the strings of the report of
/// plain events.
public final class ReportTexts {

    private ReportTexts() {}

    // ---- Groupings

    static final String BY_NAME = "Name";
    static final String BY_NAME_THREAD = "Name, thread";
    static final String BY_NAME_PROCESS = "Name, process";
    static final String BY_CATEGORY = "Category";
    static final String BY_THREAD = "Thread";
    static final String BY_PROCESS = "Process";
    static final String BY_TRACK = "Track";
    static final String BY_TRACK_NAME = "Track, name";
    static final String BY_STATE = "State";
    static final String BY_THREAD_STATE = "Thread, state";
    static final String BY_PROCESS_STATE = "Process, state";
    static final String BY_CPU_STATE = "CPU, state";
    static final String BY_STATE_THREAD = "State, thread";
    static final String BY_TRACK_STATE = "Track, state";
    static final String BY_BLOCKED_FUNCTION = "Blocked function";
    static final String BY_CPU = "CPU";
    static final String BY_PROCESS_CPU = "Process, CPU";
    static final String BY_THREAD_CPU = "Thread, CPU";
    static final String BY_COUNTER = "Counter";
    static final String BY_COUNTER_PROCESS = "Counter, process";
    static final String BY_RAIL = "Rail";
    static final String BY_SUBSYSTEM = "Subsystem";
    static final String BY_ENTITY_STATE = "Entity, state";
    static final String BY_EVENT = "Event";
    static final String BY_EVENT_CPU = "Event, CPU";
    static final String BY_JANK_TYPE = "Jank type";
    static final String BY_LAYER = "Layer";
    static final String BY_FRAME = "Frame";
    static final String BY_APP = "App";
    static final String BY_APP_JANK_TYPE = "App, jank type";
    static final String BY_FLOW = "Flow";
    static final String BY_NAMES = "Names";
    static final String BY_DIRECTION = "Direction";
    static final String BY_LINE = "Line";
    static final String BY_TAG = "Tag";
    static final String BY_LEVEL = "Level";
    static final String BY_FUNCTION = "Function";
    static final String BY_MODULE = "Module";
    static final String BY_SOURCE = "Source";
    static final String BY_PACKAGE = "Package";
    static final String BY_PACKAGE_TYPE = "Package, type";

    // ---- Columns

    public static final String NAME = "Name";
    public static final String TRACK = "Track";
    public static final String THREAD = "Thread";
    public static final String PROCESS = "Process";
    public static final String STATE = "State";
    public static final String CPU = "CPU";
    public static final String TIME = "Time";
    public static final String ID = "id";
    public static final String FROM_ID = "From id";
    public static final String TO_ID = "To id";
    public static final String COUNT = "Count";
    public static final String SHARE = "Share";
    public static final String TOTAL = "Total";
    public static final String SELF = "Self";
    public static final String AVERAGE = "Average";
    public static final String MIN = "Min";
    public static final String MAX = "Max";
    public static final String DELAY = "Delay";
    public static final String CPU_TIME = "CPU time";

    // ---- Totals

    /// Returns the number of rows: `12 rows`.
    public static String rows(int rows) {
        return DisplayText.count(rows, "row", "rows");
    }

    // ---- Events without a specific report

    public static final String EVENTS = "Events";
    public static final String EVENTS_REMARK = "of startups, markers and other tracks without slices";
}
