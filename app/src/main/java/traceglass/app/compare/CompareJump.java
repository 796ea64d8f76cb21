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
/// @param first slot of the first trace
/// @param second slot of the second trace
/// @param comparison comparison that contains the names
record CompareJump(TraceSlot first, TraceSlot second, Notices notices, CompareResult comparison) {

    /// Shows an event.
    ///
    /// @param row row of the comparison, by any measure
    void goToExample(Comparison.Row row, CompareQuery.ExampleChoice choice, boolean isInA, boolean isInB) {
        String title = choice == CompareQuery.ExampleChoice.LARGEST
                ? comparison.query().subject().isTime()
                        ? CompareTexts.longest(row.name())
                        : CompareTexts.highest(row.name())
                : CompareTexts.median(row.name());
        find(
                first.trace().session(),
                comparison.a(),
                isInA ? row.a() : null,
                choice,
                a -> find(
                        second.trace().session(),
                        comparison.b(),
                        isInB ? row.b() : null,
                        choice,
                        b -> first.navigation().navigator().showPair(title, a.orElse(null), b.orElse(null))));
    }

    private void find(
            TraceSession trace,
            CompareScope scope,
            NameStats stats,
            CompareQuery.ExampleChoice choice,
            Consumer<Optional<Selection.Event>> action) {
        if (stats == null) {
            action.accept(Optional.empty());
            return;
        }
        QueryPool.Work<Optional<Selection.Event>> work =
                q -> CompareReader.example(q, trace::openSql, comparison.query(), scope, stats, choice);
        trace.queries()
                .submit(
                        "compare-go",
                        work,
                        action,
                        e -> notices.show(Notices.Severity.ERROR, "compare", CompareTexts.cantFind(stats.name(), e)));
    }
}
