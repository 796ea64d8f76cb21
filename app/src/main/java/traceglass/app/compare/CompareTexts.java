package traceglass.app.compare;

import static traceglass.store.language.Translations.tr;

import java.util.Locale;
import traceglass.analysis.compare.Presence;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the page that compares two traces.
final class CompareTexts {

    private CompareTexts() {}

    // ---- Page and commands

    static final String TITLE = tr("Compare");
    static final String SHOW_LONGEST_SLICE = tr("Show the row's longest slice in both timelines");
    static final String SHOW_MEDIAN_SLICE = tr("Show the row's median slice in both timelines");
    static final String EXPORT_COMPARISON = tr("Export comparison…");
    static final String WHOLE_TRACES = tr("whole traces");

    static String compareSubject(String subject) {
        return tr("Compare: {0}", subject);
    }

    static String compareTimeRange(String scope) {
        return tr("Compare time range: {0}", scope.toLowerCase(Locale.ROOT));
    }

    // ---- Without a second trace

    static final String COMPARE_TWO_TRACES = tr("Compare two traces");
    static final String OPEN_SECOND_TRACE = tr("Open second trace…");

    static String openSecondTrace(String firstTrace) {
        return tr(
                "Open a second trace to compare it with {0}. Both timelines are aligned, and "
                        + "differences are listed by name.",
                firstTrace);
    }

    // ---- Toolbar

    static final String SCOPE_ALL = tr("All");
    static final String SCOPE_VISIBLE = tr("Visible");
    static final String SCOPE_SELECTED = tr("Selected");
    static final String GROUP_BY = tr("Group by");
    static final String COMPARE_BY = tr("Compare by");
    static final String NUMBERS_AS_HASH = tr("Numbers as #");
    static final String SHOW_LARGEST = tr("Show largest");
    static final String SHOW_MEDIAN = tr("Show median");
    static final String FILTER_NAMES = tr("Filter names");
    static final String FLAME_GRAPHS = tr("Flame graphs");

    // ---- Grid

    static final String COMPARISON = tr("Comparison of two traces");
    static final String SHOW_LARGEST_IN_BOTH = tr("Show largest in both");
    static final String SHOW_MEDIAN_IN_BOTH = tr("Show median in both");
    static final String SHOW_LARGEST_IN_A = tr("Show largest in A");
    static final String SHOW_LARGEST_IN_B = tr("Show largest in B");
    static final String SHOW_MEDIAN_IN_A = tr("Show median in A");
    static final String SHOW_MEDIAN_IN_B = tr("Show median in B");
    static final String READING = tr("Reading both traces…");
    static final String SELECT_IN_BOTH = tr("Select a range or an event in both timelines to compare them.");

    static String cantCompare(String subject, Exception error) {
        return tr("Can't compare {0}: {1}", subject.toLowerCase(Locale.ROOT), error.getMessage());
    }

    static String cantStore(Exception error) {
        return tr("Can't store the comparison: {0}", error.getMessage());
    }

    // ---- Extent of the comparison

    static final String SORTED_BY_RELATIVE_DIFFERENCE = tr("sorted by difference relative to A");

    static String ranges(long aNs, long bNs) {
        return tr("{0} in A, {1} in B", TimeText.duration(aNs), TimeText.duration(bNs));
    }

    static String names(int names) {
        return DisplayText.count(names, "name", "names");
    }

    /// Title of the list of names that occur in these traces.
    static String presence(Presence presence, int names) {
        return presence.title() + "  " + DisplayText.grouped(names);
    }

    /// Message for an empty list.
    static String noNames(Presence presence) {
        return switch (presence) {
            case BOTH -> tr("No name occurs in both traces.");
            case ONLY_A -> tr("Every name in A also occurs in B.");
            case ONLY_B -> tr("Every name in B also occurs in A.");
        };
    }

    static String onlyLargest(int names) {
        return tr("only the {0} names with the largest totals", DisplayText.grouped(names));
    }

    // ---- Navigation to an event

    static String longest(String name) {
        return tr("Longest “{0}”", name);
    }

    static String highest(String name) {
        return tr("Highest “{0}”", name);
    }

    static String median(String name) {
        return tr("Median “{0}”", name);
    }

    static String cantFind(String name, Exception error) {
        return tr("Can't find “{0}”: {1}", name, error.getMessage());
    }
}
