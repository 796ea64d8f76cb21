package traceglass.app.panel.selected;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the tab for several selected events.
final class SelectedSliceTexts {

    private SelectedSliceTexts() {}

    // ---- Tab and commands

    static final String TAB = tr("Selected slices");
    static final String SHOW_COMMAND = tr("Show selected slices");
    static final String MARK_ALL_COMMAND = tr("Mark all selected slices");
    static final String SQL_COMMAND = tr("Open selected slices as SQL");

    // ---- Toolbar

    static final String SLICES = tr("Slices");
    static final String BY_NAME = tr("By name");
    static final String SELECT_AGAIN = tr("Select again");
    static final String MARK_ALL = tr("Mark all");
    static final String LIST = tr("Selected slices");

    static String summary(long count, long unselected, long covered, long span) {
        String all = unselected == 0
                ? DisplayText.count(count, "slice", "slices")
                : tr(
                        "{0} of {1} (the rest is beyond the limit)",
                        DisplayText.grouped(count), DisplayText.count(count + unselected, "slice", "slices"));
        return tr("{0} · covering {1} of {2}", all, TimeText.duration(covered), TimeText.duration(span));
    }

    static String tooManyToMark(int count, int limit) {
        return tr("Can't mark {0} slices. Select {1} or fewer.", DisplayText.grouped(count), limit);
    }

    static String cantSummarize(String message) {
        return tr("Can't summarize the selected slices: {0}", message);
    }

    // ---- Statistics

    static final String DURATION_ROW = tr("Duration");
    static final String GAP_ROW = tr("Gap between");
    static final String COUNT = tr("Count");
    static final String SHORTEST = tr("Shortest");
    static final String MEDIAN = tr("Median");
    static final String AVERAGE = tr("Average");
    static final String LONGEST = tr("Longest");
    static final String DEVIATION = tr("Std. deviation");

    // ---- Rows

    static final String GAP_BEFORE = tr("Gap before");
    static final String TRACK = tr("Track");
    static final String ID = "id";
}
