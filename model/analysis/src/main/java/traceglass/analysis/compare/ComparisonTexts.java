package traceglass.analysis.compare;

import traceglass.store.text.DisplayText;

/// User-visible strings for the comparison of two traces.
final class ComparisonTexts {

    private ComparisonTexts() {}

    // ---- Measures

    static final String COUNT = "Count";
    static final String TOTAL = "Total";
    static final String MEDIAN = "Median";
    static final String P99 = "p99";

    // ---- Traces that have a name

    static final String IN_BOTH = "In both";
    static final String ONLY_IN_A = "Only in A";
    static final String ONLY_IN_B = "Only in B";

    /// Heading of a list of names on the command line.
    static String names(Presence presence, int names) {
        return presence.title() + ": " + DisplayText.count(names, "name", "names") + "\n";
    }

    // ---- Columns

    static final String NAME = "Name";
    static final String COUNT_A = "A count";
    static final String COUNT_B = "B count";

    static String ofA(String measure) {
        return "A " + measure;
    }

    static String ofB(String measure) {
        return "B " + measure;
    }

    static final String DIFFERENCE = "B − A";
    static final String DIFFERENCE_OF_COUNTS = "B − A, count";
    static final String CHANGE = "Change";
    static final String FEWER = "fewer in B";
    static final String MORE = "more in B";
    static final String SHORTER = "shorter in B";
    static final String LONGER = "longer in B";
    static final String LOWER = "lower in B";
    static final String HIGHER = "higher in B";

    // ---- Command line

    static String notPrinted(int rows) {
        return "… and " + rows + " more; --limit 0 prints all\n";
    }
}
