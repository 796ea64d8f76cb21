package traceglass.app.panel.flame;

import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.util.StringConverter;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameGraphTexts;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.app.project.ControlStateSection;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Styles;

/// Combo boxes for source, scope and measure of a flame graph. A choice is kept if it is also available in the next
/// graph.
final class FlameChoices {

    private final ComboBox<FlameSource> source = choice("flame-source", FlameTexts.SOURCE, FlameSource::title);
    private final ComboBox<FlameScope> scope = choice("flame-scope", FlameTexts.SCOPE, FlameScope::title);
    private final ComboBox<FlameMeasure> measure = choice("flame-measure", FlameTexts.MEASURE, FlameMeasure::title);
    /// Id of the source restored from a project, until there is a graph to apply it to. Projects of earlier
    /// versions have titles instead of ids.
    private String restoredSource = "";
    private String restoredMeasure = "";
    /// Id of the source that the user chose; empty if only default sources were shown.
    private String chosenSource = "";
    private boolean isFilling;

    /// Creates the boxes.
    ///
    /// @param whenSourceChosen called when the user chose another source
    /// @param whenScopeChosen called when the user chose another scope
    /// @param whenMeasureChosen called when the user chose another measure
    FlameChoices(Runnable whenSourceChosen, Runnable whenScopeChosen, Runnable whenMeasureChosen) {
        onChosen(source, () -> {
            chosenSource = source.getValue().id();
            whenSourceChosen.run();
        });
        onChosen(scope, whenScopeChosen);
        onChosen(measure, whenMeasureChosen);
        show(measure, false);
    }

    private static <T> ComboBox<T> choice(String id, String description, Function<T, String> title) {
        ComboBox<T> box = new ChoiceBox<>();
        box.setId(id);
        box.setAccessibleText(description);
        box.getStyleClass().add(Styles.COMPACT);
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(T value) {
                return value == null ? "" : title.apply(value);
            }

            @Override
            public T fromString(String text) {
                return box.getItems().stream()
                        .filter(v -> title.apply(v).equals(text))
                        .findFirst()
                        .orElse(null);
            }
        });
        return box;
    }

    /// Combo box that is never too narrow for the chosen text, up to a limit.
    private static final class ChoiceBox<T> extends ComboBox<T> {

        private static final double ARROW = 34;
        private static final double LONGEST = 230;

        @Override
        protected double computeMinWidth(double height) {
            for (Node child : getChildrenUnmodifiable()) {
                if (child instanceof Labeled shown) {
                    return Math.min(LONGEST * StyleSheets.factor(), ARROW * StyleSheets.factor() + shown.prefWidth(-1));
                }
            }
            return super.computeMinWidth(height);
        }
    }

    private void onChosen(ComboBox<?> box, Runnable whenChosen) {
        box.valueProperty().addListener((_, _, newValue) -> {
            if (!isFilling && newValue != null) {
                whenChosen.run();
            }
        });
    }

    private static void show(Node box, boolean isShown) {
        box.setVisible(isShown);
        box.setManaged(isShown);
    }

    List<Node> boxes() {
        return List.of(source, scope, measure);
    }

    /// Stores source and measure in projects.
    ControlStateSection addTo(ControlStateSection fields) {
        return fields.value("source", this::sourceId, id -> restoredSource = id)
                .value("measure", this::measureId, id -> restoredMeasure = id);
    }

    private String sourceId() {
        return !restoredSource.isEmpty() || source.getValue() == null
                ? restoredSource
                : source.getValue().id();
    }

    private String measureId() {
        return !restoredMeasure.isEmpty() || measure.getValue() == null
                ? restoredMeasure
                : measure.getValue().id();
    }

    /// Chooses the source with this id, if there is one, when sources are offered next.
    void restoreSource(String id) {
        restoredSource = id;
    }

    /// The chosen source, or null.
    FlameSource source() {
        return source.getValue();
    }

    /// The chosen scope, or null.
    FlameScope scope() {
        return scope.getValue();
    }

    FlameMeasure measure() {
        return measure.getValue() == null
                ? new FlameMeasure("duration", CommonTexts.DURATION, FlameMeasure.Unit.NANOSECONDS)
                : measure.getValue();
    }

    /// Returns whether the user chose a scope other than the first of several.
    boolean isNarrowed() {
        return scope.getItems().size() > 1
                && scope.getValue() != scope.getItems().getFirst();
    }

    /// Returns whether there is only one scope.
    boolean hasOneScope() {
        return scope.getItems().size() == 1;
    }

    /// Sets the scopes, at least one, and chooses the first; for ranges, a scope chosen before is kept.
    void setScopes(List<FlameScope> scopes) {
        String previous = scope.getValue() == null ? "" : scope.getValue().title();
        boolean hasRange = scopes.getFirst().title().equals(FlameGraphTexts.RANGE);
        fill(
                scope,
                scopes,
                scopes.stream()
                        .filter(s -> hasRange && s.title().equals(previous))
                        .findFirst()
                        .orElse(scopes.getFirst()));
    }

    /// Sets the sources; may be empty.
    void setSources(List<FlameSource> sources) {
        String previous = restoredSource.isEmpty() ? chosenSource : restoredSource;
        chosenSource = previous;
        restoredSource = "";
        fill(
                source,
                sources,
                sources.stream()
                        .filter(s -> s.id().equals(previous) || s.title().equals(previous))
                        .findFirst()
                        .orElse(sources.isEmpty() ? null : preferred(sources)));
    }

    private static FlameSource preferred(List<FlameSource> sources) {
        int highest = sources.stream().mapToInt(FlameSource::preference).max().orElse(0);
        return highest == 0
                ? sources.getLast()
                : sources.stream()
                        .filter(s -> s.preference() == highest)
                        .reduce((_, last) -> last)
                        .orElseThrow();
    }

    /// Sets the measures of the data; the box is hidden if there is only one.
    void setMeasures(FlameData data) {
        String previous = measureId();
        restoredMeasure = "";
        fill(measure, data.measures(), data.measures().get(data.measure(previous)));
        show(measure, data.measures().size() > 1);
    }

    private <T> void fill(ComboBox<T> box, List<T> items, T chosen) {
        isFilling = true;
        box.getItems().setAll(items);
        box.setValue(chosen);
        isFilling = false;
    }

    /// Title of the chosen scope, or an empty string if there is none.
    ///
    /// @param trace the open trace, or null
    String title(TraceSession trace) {
        FlameScope chosen = scope();
        return chosen == null || trace == null
                ? ""
                : chosen.label(trace.bounds().start());
    }
}
