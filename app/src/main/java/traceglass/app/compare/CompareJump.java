package traceglass.app.compare;

import java.util.Optional;
import java.util.function.Consumer;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareReader;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.Comparison;
import traceglass.analysis.compare.NameStats;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.select.Selection;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;

/// Navigates from a name in a comparison to an event of this name in one or both timelines.
///
/// @param slot slot of the first trace
/// @param second slot of the second trace
/// @param comparison comparison that contains the names
record CompareJump(TraceSlot slot, TraceSlot second, Notices notices, CompareResult comparison) {

    /// Shows an event.
    ///
    /// @param row row of the comparison, by any measure
    void goToExample(Comparison.Row row, CompareQuery.ExampleChoice which, boolean isInA, boolean isInB) {
        String title = which == CompareQuery.ExampleChoice.LARGEST
                ? comparison.query().subject().isTime()
                        ? CompareTexts.longest(row.name())
                        : CompareTexts.highest(row.name())
                : CompareTexts.median(row.name());
        find(
                slot.trace().session(),
                comparison.a(),
                isInA ? row.a() : null,
                which,
                a -> find(
                        second.trace().session(),
                        comparison.b(),
                        isInB ? row.b() : null,
                        which,
                        b -> slot.navigation().navigator().showPair(title, a.orElse(null), b.orElse(null))));
    }

    private void find(
            TraceSession trace,
            CompareScope where,
            NameStats stats,
            CompareQuery.ExampleChoice which,
            Consumer<Optional<Selection.Event>> then) {
        if (stats == null) {
            then.accept(Optional.empty());
            return;
        }
        QueryPool.Work<Optional<Selection.Event>> work =
                q -> CompareReader.example(q, trace::openSql, comparison.query(), where, stats, which);
        trace.queries()
                .submit(
                        "compare-go",
                        work,
                        then,
                        e -> notices.show(Notices.Severity.ERROR, "compare", CompareTexts.cantFind(stats.name(), e)));
    }
}
