package traceglass.app.session;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.analysis.coloring.Coloring;
import traceglass.analysis.coloring.ColoringReader;
import traceglass.analysis.coloring.EvaluatedColoring;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// User's choices for the colors of slices in one trace, and their effect there. The choices are evaluated in the
/// background; until then the timeline keeps its colors. Used on the JavaFX thread.
public final class ColoringModel {

    private static final String KEY = "coloring";

    private final ReadOnlyObjectProperty<TraceSession> sessions;
    private final ReadOnlyObjectWrapper<Coloring> coloring = new ReadOnlyObjectWrapper<>(Coloring.DEFAULT);
    private final ReadOnlyObjectWrapper<EvaluatedColoring> evaluated =
            new ReadOnlyObjectWrapper<>(EvaluatedColoring.NONE);

    /// @param sessions the open trace
    public ColoringModel(ReadOnlyObjectProperty<TraceSession> sessions) {
        this.sessions = sessions;
        sessions.addListener(_ -> opened(sessions.get()));
        opened(sessions.get());
    }

    /// The choices; never null.
    public ReadOnlyObjectProperty<Coloring> coloringProperty() {
        return coloring.getReadOnlyProperty();
    }

    public Coloring coloring() {
        return coloring.get();
    }

    /// The choices as evaluated last; never null.
    public ReadOnlyObjectProperty<EvaluatedColoring> evaluatedProperty() {
        return evaluated.getReadOnlyProperty();
    }

    public void set(Coloring value) {
        if (!value.equals(coloring.get())) {
            coloring.set(value);
            evaluate();
        }
    }

    private void opened(TraceSession session) {
        coloring.set(Coloring.DEFAULT);
        evaluated.set(EvaluatedColoring.NONE);
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            evaluate();
            return;
        }
        session.stateProperty().addListener(_ -> {
            if (session == sessions.get() && session.isReady()) {
                evaluate();
            }
        });
    }

    private void evaluate() {
        TraceSession session = sessions.get();
        if (session == null || !session.isReady()) {
            return;
        }
        Coloring requested = coloring.get();
        session.queries()
                .submit(
                        KEY,
                        q -> read(session, q, requested),
                        (EvaluatedColoring found) -> {
                            if (session == sessions.get() && requested.equals(coloring.get())) {
                                evaluated.set(found);
                            }
                        },
                        e -> System.getLogger(ColoringModel.class.getName())
                                .log(System.Logger.Level.WARNING, "evaluating color rules", e));
    }

    private static EvaluatedColoring read(TraceSession session, TraceQueries q, Coloring requested)
            throws QueryException, SqlProblem {
        if (!requested.hasConditions() && !(requested.usesTraceColors() && ColoringReader.hasTraceColors(q))) {
            return ColoringReader.withoutRules(requested);
        }
        try (SqlSession sql = session.openSql()) {
            q.cancellation().onCancel(sql::cancel);
            return ColoringReader.read(sql, requested);
        } finally {
            q.cancellation().onCancel(null);
        }
    }
}
