package traceglass.app.compare;

import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.Comparison;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Result of a query on both traces.
///
/// @param a scope of the first trace
/// @param b scope of the second trace
/// @param isCut whether one of them has more names than are compared
record CompareResult(CompareQuery query, CompareScope a, CompareScope b, Comparison comparison, boolean isCut) {

    /// Describes the extent of the comparison.
    ///
    /// @param shown the comparison by the displayed measure
    String facts(Comparison shown) {
        long onlyA = shown.rows().stream().filter(r -> r.b() == null).count();
        long onlyB = shown.rows().stream().filter(r -> r.a() == null).count();
        String range = a.whole() && b.whole()
                ? ""
                : TimeText.duration(a.durNs()) + " in A, " + TimeText.duration(b.durNs()) + " in B  ·  ";
        return range
                + DisplayText.count(shown.rows().size(), "name", "names")
                + (onlyA > 0 ? ", " + DisplayText.grouped(onlyA) + " only in A" : "")
                + (onlyB > 0 ? ", " + DisplayText.grouped(onlyB) + " only in B" : "")
                + (isCut
                        ? "  ·  only the " + DisplayText.grouped(CompareQuery.MAX_NAMES)
                                + " names with the largest totals"
                        : "")
                + (query.subject().isTime() || shown.measure() == CompareMeasure.COUNT
                        ? ""
                        : "  ·  sorted by difference relative to A");
    }
}
