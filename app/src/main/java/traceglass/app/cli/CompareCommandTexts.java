package traceglass.app.cli;

import static traceglass.store.language.Translations.tr;

/// Texts of the command `compare`.
final class CompareCommandTexts {

    private CompareCommandTexts() {}

    static final String COMPARE = "Compare two traces by name, largest difference first.";
    static final String COMPARE_FIRST = "The first trace file.";
    static final String COMPARE_SECOND = "The second trace file.";
    static final String COMPARE_SUBJECT = "What to compare: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).";
    static final String COMPARE_BY =
            "Sort by the difference of: ${COMPLETION-CANDIDATES} (default: total; median for counters and startups).";
    static final String IGNORE_DIGITS = "Treat names that differ only in their digits as equal.";
    static final String COMPARE_LIMIT =
            "Number of names to print; 0 for all (default: ${DEFAULT-VALUE}, all with --csv).";
    static final String COMPARE_CSV = "Print all names as CSV; durations in ns.";

    static String cantCompareBy(String subject) {
        return tr("can't compare traces by {0}", subject);
    }

    static String cantCompare(String reason) {
        return tr("can't compare the traces: {0}", reason);
    }

    static String cantWriteComparison(String reason) {
        return tr("can't write the comparison: {0}", reason);
    }
}
