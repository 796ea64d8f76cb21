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
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;

/// The trace beside the one of a panel, whose flame graph is taken as the base.
final class FlameOther {

    private FlameOther() {}

    private static AppContext of(AppContext context) {
        return context.isFirst() ? context.beside() : context.first();
    }

    /// Whether there is one, read to its end.
    static boolean isThere(AppContext context) {
        AppContext other = of(context);
        return other != null && other.session() != null && other.session().isReady();
    }

    /// Keeps a graph of the other trace: of its selection where that has any, else of all of it.
    ///
    /// @param source title of the source that is wanted
    static void keep(AppContext context, String source, FlameBases bases) {
        if (!isThere(context)) {
            return;
        }
        AppContext other = of(context);
        TraceSession trace = other.session();
        Selection selection = other.selectionProperty().get();
        trace.queries()
                .submit(
                        "flame-other",
                        q -> find(trace, q, selection, source),
                        found -> found.ifPresentOrElse(
                                bases::set,
                                () -> context.notices()
                                        .show(
                                                Notices.Severity.INFO,
                                                "flame",
                                                "“" + trace.name() + "” has nothing to compare with: no " + source
                                                        + ".")),
                        e -> context.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "flame",
                                        trace.name() + " could not be read: " + e.getMessage()));
    }

    private static Optional<FlameBase> find(TraceSession trace, TraceQueries q, Selection selection, String source)
            throws QueryException, IOException {
        for (List<FlameScope> scopes : List.of(
                FlameScopes.has(selection) ? FlameScopes.of(q, selection, trace.bounds()) : List.<FlameScope>of(),
                FlameScopes.everything(trace.heaps(), trace.bounds(), q))) {
            for (FlameScope scope : scopes) {
                for (FlameSource s : Subjects.flames(trace.heaps(), q, scope)) {
                    if (s.title().equals(source)) {
                        return Optional.of(new FlameBase(
                                trace, source, scope.words(trace.bounds().start()), s.read(q, scope)));
                    }
                }
            }
        }
        return Optional.empty();
    }
}
