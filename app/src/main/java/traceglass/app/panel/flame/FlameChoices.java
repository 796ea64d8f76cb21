package traceglass.app.panel.flame;

import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.util.StringConverter;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.memory.HeapGraphSource;
import traceglass.app.project.KeptFields;
import traceglass.app.ui.Styles;

/// The boxes that say what a graph is of: its source, its scope and its measure. What is chosen in one stays chosen
/// where what is offered next has it too.
final class FlameChoices {

    private final ComboBox<FlameSource> source = choice("flame-source", "What it is of", FlameSource::title);
    private final ComboBox<FlameScope> scope = choice("flame-scope", "Whose, and when", FlameScope::title);
    private final ComboBox<FlameMeasure> measure = choice("flame-measure", "What widths are", FlameMeasure::title);
    /// What a project says is to be shown, until there is a graph to show it in.
    private String wantedSource = "";
    private String wantedMeasure = "";
    private boolean filling;

    /// Each is told when a person chose another one in its box.
    FlameChoices(Runnable sourceChosen, Runnable scopeChosen, Runnable measureChosen) {
        tell(source, sourceChosen);
        tell(scope, scopeChosen);
        tell(measure, measureChosen);
        show(measure, false);
    }

    private static <T> ComboBox<T> choice(String id, String about, Function<T, String> title) {
        ComboBox<T> box = new ComboBox<>();
        box.setId(id);
        box.setAccessibleText(about);
        box.getStyleClass().add(Styles.COMPACT);
        box.setMinWidth(60);
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

    private void tell(ComboBox<?> box, Runnable chosen) {
        box.valueProperty().addListener((o, was, is) -> {
            if (!filling && is != null) {
                chosen.run();
            }
        });
    }

    private static void show(Node box, boolean shown) {
        box.setVisible(shown);
        box.setManaged(shown);
    }

    List<Node> boxes() {
        return List.of(source, scope, measure);
    }

    /// Keeps the source and the measure in projects.
    KeptFields keep(KeptFields fields) {
        return fields.value("source", () -> named(source, wantedSource), title -> wantedSource = title)
                .value("measure", () -> named(measure, wantedMeasure), title -> wantedMeasure = title);
    }

    private static <T> String named(ComboBox<T> box, String wanted) {
        return !wanted.isEmpty() || box.getValue() == null
                ? wanted
                : box.getConverter().toString(box.getValue());
    }

    /// Null where there is none.
    FlameSource source() {
        return source.getValue();
    }

    /// Null where there is none.
    FlameScope scope() {
        return scope.getValue();
    }

    FlameMeasure measure() {
        return measure.getValue() == null
                ? new FlameMeasure("Duration", FlameMeasure.Unit.NANOSECONDS)
                : measure.getValue();
    }

    /// Whether a person chose another scope than the first of several.
    boolean isNarrowed() {
        return scope.getItems().size() > 1
                && scope.getValue() != scope.getItems().getFirst();
    }

    /// Whether there is no other scope to choose.
    boolean hasOneScope() {
        return scope.getItems().size() == 1;
    }

    /// Offers these, at least one, and chooses the first; of a range that changes, the scope that was chosen in it.
    void offerScopes(List<FlameScope> scopes) {
        String kept = scope.getValue() == null ? "" : scope.getValue().title();
        boolean area = scopes.getFirst().title().startsWith("Selected range");
        fill(
                scope,
                scopes,
                scopes.stream()
                        .filter(s -> area && s.title().equals(kept))
                        .findFirst()
                        .orElse(scopes.getFirst()));
    }

    /// Offers these, or none.
    void offerSources(List<FlameSource> sources) {
        String kept = named(source, wantedSource);
        wantedSource = "";
        fill(
                source,
                sources,
                sources.stream()
                        .filter(s -> s.title().equals(kept))
                        .findFirst()
                        .orElse(sources.isEmpty() ? null : preferred(sources)));
    }

    private static FlameSource preferred(List<FlameSource> have) {
        return have.stream()
                .filter(s -> s instanceof HeapGraphSource)
                .findFirst()
                .orElse(have.getLast());
    }

    /// Offers the measures of what was read; one alone is not shown.
    void offerMeasures(FlameData data) {
        String kept = named(measure, wantedMeasure);
        wantedMeasure = "";
        fill(measure, data.measures(), data.measures().get(data.measure(kept)));
        show(measure, data.measures().size() > 1);
    }

    private <T> void fill(ComboBox<T> box, List<T> items, T chosen) {
        filling = true;
        box.getItems().setAll(items);
        box.setValue(chosen);
        filling = false;
    }
}
