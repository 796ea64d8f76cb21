package traceglass.app.panel.flame;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;

/// Uses the flame graph of the window's other trace as the base of a comparison.
final class OtherTraceBase {

    private OtherTraceBase() {}

    /// Returns whether there is another trace and it is ready.
    static boolean isReady(TraceSlot slot, TracePair pair) {
        TraceSlot other = pair.other(slot);
        return other != null
                && other.trace().session() != null
                && other.trace().session().isReady();
    }

    /// Uses a graph of the other trace as the base: the graph of its selection if it has data, otherwise of the
    /// whole trace.
    ///
    /// @param source the requested source
    static void set(TraceSlot slot, Notices notices, TracePair pair, FlameSource source, FlameBases bases) {
        if (!isReady(slot, pair)) {
            return;
        }
        TraceSlot other = pair.other(slot);
        TraceSession trace = other.trace().session();
        Selection selection = other.selection().get();
        trace.queries()
                .submit(
                        "flame-other",
                        q -> find(trace, q, selection, source),
                        found -> found.ifPresentOrElse(
                                bases::set,
                                () -> notices.show(
                                        Notices.Severity.INFO,
                                        "flame",
                                        FlameTexts.nothingToCompare(trace.name(), source.title()))),
                        e -> notices.show(
                                Notices.Severity.ERROR,
                                "flame",
                                FlameTexts.cantReadTrace(trace.name(), e.getMessage())));
    }

    private static Optional<FlameBase> find(TraceSession trace, TraceQueries q, Selection selection, FlameSource source)
            throws QueryException, IOException {
        for (List<FlameScope> scopes : List.of(
                FlameScopes.canHaveScopes(selection)
                        ? FlameScopes.of(q, selection, trace.bounds())
                        : List.<FlameScope>of(),
                FlameScopes.ofWholeTrace(trace.heaps(), trace.bounds(), q))) {
            for (FlameScope scope : scopes) {
                for (FlameSource s : Subjects.flameSources(trace.heaps(), q, scope)) {
                    if (s.id().equals(source.id())) {
                        return Optional.of(new FlameBase(
                                trace, s, scope.label(trace.bounds().start()), s.read(q, scope)));
                    }
                }
            }
        }
        return Optional.empty();
    }
}
