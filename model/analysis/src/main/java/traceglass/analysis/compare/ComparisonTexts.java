package traceglass.analysis.compare;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for the comparison of two traces.
final class ComparisonTexts {

    private ComparisonTexts() {}

    // ---- Measures

    static final String COUNT = tr("Count");
    static final String TOTAL = tr("Total");
    static final String MEDIAN = tr("Median");
    static final String P99 = tr("p99");

    // ---- Traces that have a name

    static final String IN_BOTH = tr("In both");
    static final String ONLY_IN_A = tr("Only in A");
    static final String ONLY_IN_B = tr("Only in B");

    /// Heading of a list of names on the command line.
    static String names(Presence presence, int names) {
        return presence.title() + ": " + DisplayText.count(names, "name", "names") + "\n";
    }

    // ---- Columns

    static final String NAME = tr("Name");
    static final String COUNT_A = tr("A count");
    static final String COUNT_B = tr("B count");

    static String ofA(String measure) {
        return tr("A {0}", measure);
    }

    static String ofB(String measure) {
        return tr("B {0}", measure);
    }

    static final String DIFFERENCE = tr("B − A");
    static final String DIFFERENCE_OF_COUNTS = tr("B − A, count");
    static final String CHANGE = tr("Change");
    static final String FEWER = tr("fewer in B");
    static final String MORE = tr("more in B");
    static final String SHORTER = tr("shorter in B");
    static final String LONGER = tr("longer in B");
    static final String LOWER = tr("lower in B");
    static final String HIGHER = tr("higher in B");

    // ---- Command line

    static String notPrinted(int rows) {
        return tr("… and {0} more; --limit 0 prints all\n", rows);
    }
}
