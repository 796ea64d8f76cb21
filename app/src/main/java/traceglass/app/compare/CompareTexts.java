package traceglass.app.compare;

import java.util.Locale;
import traceglass.analysis.compare.Presence;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the page that compares two traces.
final class CompareTexts {

    private CompareTexts() {}

    // ---- Page and commands

    static final String TITLE = "Compare";
    static final String SHOW_LONGEST_SLICE = "Show the row's longest slice in both timelines";
    static final String SHOW_MEDIAN_SLICE = "Show the row's median slice in both timelines";
    static final String EXPORT_COMPARISON = "Export comparison…";
    static final String WHOLE_TRACES = "whole traces";

    static String compareSubject(String subject) {
        return "Compare: " + subject;
    }

    static String compareTimeRange(String scope) {
        return "Compare time range: " + scope.toLowerCase(Locale.ROOT);
    }

    // ---- Without a second trace

    static final String COMPARE_TWO_TRACES = "Compare two traces";
    static final String OPEN_SECOND_TRACE = "Open second trace…";

    static String openSecondTrace(String firstTrace) {
        return "Open a second trace to compare it with " + firstTrace
                + ". Both timelines are aligned, and differences are listed by name.";
    }

    // ---- Toolbar

    static final String SCOPE_ALL = "All";
    static final String SCOPE_VISIBLE = "Visible";
    static final String SCOPE_SELECTED = "Selected";
    static final String GROUP_BY = "Group by";
    static final String COMPARE_BY = "Compare by";
    static final String NUMBERS_AS_HASH = "Numbers as #";
    static final String SHOW_LARGEST = "Show largest";
    static final String SHOW_MEDIAN = "Show median";
    static final String FILTER_NAMES = "Filter names";
    static final String FLAME_GRAPHS = "Flame graphs";

    // ---- Grid

    static final String COMPARISON = "Comparison of two traces";
    static final String SHOW_LARGEST_IN_BOTH = "Show largest in both";
    static final String SHOW_MEDIAN_IN_BOTH = "Show median in both";
    static final String SHOW_LARGEST_IN_A = "Show largest in A";
    static final String SHOW_LARGEST_IN_B = "Show largest in B";
    static final String SHOW_MEDIAN_IN_A = "Show median in A";
    static final String SHOW_MEDIAN_IN_B = "Show median in B";
    static final String READING = "Reading both traces…";
    static final String SELECT_IN_BOTH = "Select a range or an event in both timelines to compare them.";

    static String cantCompare(String subject, Exception error) {
        return "Can't compare " + subject.toLowerCase(Locale.ROOT) + ": " + error.getMessage();
    }

    static String cantStore(Exception error) {
        return "Can't store the comparison: " + error.getMessage();
    }

    // ---- Extent of the comparison

    static final String SORTED_BY_RELATIVE_DIFFERENCE = "sorted by difference relative to A";

    static String ranges(long aNs, long bNs) {
        return TimeText.duration(aNs) + " in A, " + TimeText.duration(bNs) + " in B";
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
            case BOTH -> "No name occurs in both traces.";
            case ONLY_A -> "Every name in A also occurs in B.";
            case ONLY_B -> "Every name in B also occurs in A.";
        };
    }

    static String onlyLargest(int names) {
        return "only the " + DisplayText.grouped(names) + " names with the largest totals";
    }

    // ---- Navigation to an event

    static String longest(String name) {
        return "Longest “" + name + "”";
    }

    static String highest(String name) {
        return "Highest “" + name + "”";
    }

    static String median(String name) {
        return "Median “" + name + "”";
    }

    static String cantFind(String name, Exception error) {
        return "Can't find “" + name + "”: " + error.getMessage();
    }
}
