package traceglass.app.compare;

import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.Comparison;
import traceglass.analysis.compare.Presence;

/// Result of a query on both traces.
///
/// @param a scope of the first trace
/// @param b scope of the second trace
/// @param isTruncated whether one of them has more names than are compared
record CompareResult(CompareQuery query, CompareScope a, CompareScope b, Comparison comparison, boolean isTruncated) {

    private static final String SEPARATOR = "  ·  ";

    /// Describes the extent of the comparison: scopes, number of names and sort order.
    ///
    /// @param shown the displayed names by the displayed measure
    String describe(Comparison shown) {
        String range = a.isWhole() && b.isWhole() ? "" : CompareTexts.ranges(a.durNs(), b.durNs()) + SEPARATOR;
        return range
                + CompareTexts.names(shown.rows().size())
                + (isTruncated ? SEPARATOR + CompareTexts.onlyLargest(CompareQuery.MAX_NAMES) : "")
                + (query.subject().isTime()
                                || shown.measure() == CompareMeasure.COUNT
                                || shown.rows().isEmpty()
                                || shown.rows().getFirst().presence() != Presence.BOTH
                        ? ""
                        : SEPARATOR + CompareTexts.SORTED_BY_RELATIVE_DIFFERENCE);
    }
}
