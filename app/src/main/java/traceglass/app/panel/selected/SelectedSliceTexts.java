package traceglass.app.panel.selected;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the tab for several selected events.
final class SelectedSliceTexts {

    private SelectedSliceTexts() {}

    // ---- Tab and commands

    static final String TAB = "Selected slices";
    static final String SHOW_COMMAND = "Show selected slices";
    static final String MARK_ALL_COMMAND = "Mark all selected slices";
    static final String SQL_COMMAND = "Open selected slices as SQL";

    // ---- Toolbar

    static final String SLICES = "Slices";
    static final String BY_NAME = "By name";
    static final String SELECT_AGAIN = "Select again";
    static final String MARK_ALL = "Mark all";
    static final String LIST = "Selected slices";

    static String facts(long count, long unselected, long covered, long span) {
        String all = unselected == 0
                ? DisplayText.count(count, "slice", "slices")
                : DisplayText.grouped(count) + " of " + DisplayText.count(count + unselected, "slice", "slices")
                        + " (the rest is beyond the limit)";
        return all + " · covering " + TimeText.duration(covered) + " of " + TimeText.duration(span);
    }

    static String tooManyToMark(int count, int limit) {
        return "Can't mark " + DisplayText.grouped(count) + " slices. Select " + limit + " or fewer.";
    }

    static String cantSummarize(String message) {
        return "Can't summarize the selected slices: " + message;
    }

    // ---- Statistics

    static final String DURATION_ROW = "Duration";
    static final String GAP_ROW = "Gap between";
    static final String COUNT = "Count";
    static final String SHORTEST = "Shortest";
    static final String MEDIAN = "Median";
    static final String MEAN = "Mean";
    static final String LONGEST = "Longest";
    static final String DEVIATION = "Std. deviation";

    // ---- Rows

    static final String GAP_BEFORE = "Gap before";
    static final String TRACK = "Track";
    static final String ID = "id";
}
