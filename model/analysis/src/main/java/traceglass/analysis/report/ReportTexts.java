package traceglass.analysis.report;

import traceglass.store.text.DisplayText;

/// Titles of columns, groupings and totals that several reports about a range share, and the texts of the report of
/// plain events.
public final class ReportTexts {

    private ReportTexts() {}

    // ---- Groupings and columns

    public static final String NAME = "Name";
    public static final String TRACK = "Track";
    public static final String TRACK_NAME = "Track, name";
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

    // ---- Events without a report of their own

    public static final String EVENTS = "Events";
    public static final String EVENTS_REMARK = "of startups, markers and other tracks without slices";
}
