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
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;

/// Leads from a name of a comparison to an event of this name in either or both timelines.
///
/// @param context of the first trace
/// @param second of the other
/// @param of the comparison that the names are of
record CompareJump(AppContext context, AppContext second, CompareResult of) {

    /// Shows the event that is asked for.
    ///
    /// @param row one of the comparison's, by whichever measure
    void go(Comparison.Row row, CompareQuery.Which which, boolean inA, boolean inB) {
        String words =
                (which == CompareQuery.Which.LARGEST ? of.query().subject().isTime() ? "Longest" : "Highest" : "Median")
                        + " “" + row.name() + "”";
        find(
                context.session(),
                of.a(),
                inA ? row.a() : null,
                which,
                a -> find(
                        second.session(),
                        of.b(),
                        inB ? row.b() : null,
                        which,
                        b -> context.navigator().showPair(words, a.orElse(null), b.orElse(null))));
    }

    private void find(
            TraceSession trace,
            CompareScope where,
            NameStats stats,
            CompareQuery.Which which,
            Consumer<Optional<Selection.Event>> then) {
        if (stats == null) {
            then.accept(Optional.empty());
            return;
        }
        QueryPool.Work<Optional<Selection.Event>> work =
                q -> CompareReader.example(q, trace::openSql, of.query(), where, stats, which);
        trace.queries()
                .submit(
                        "compare-go",
                        work,
                        then,
                        e -> context.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "compare",
                                        "“" + stats.name() + "” could not be found: " + e.getMessage()));
    }
}
