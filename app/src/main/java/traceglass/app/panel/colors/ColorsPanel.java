package traceglass.app.panel.colors;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ColorPicker;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import traceglass.analysis.coloring.ColorRule;
import traceglass.analysis.coloring.Coloring;
import traceglass.analysis.coloring.Condition;
import traceglass.analysis.coloring.EvaluatedColoring;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.TraceNotes;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Tab with the color rules of slices, and the filter that hides or dims other slices. It is shown on request only.
final class ColorsPanel {

    private final TraceSlot slot;
    private final ColoringModel model;
    private final VBox rows = new VBox(4);
    private final List<Label> results = new ArrayList<>();
    private final Label onlyResult = new Label();
    private final CheckBox traceColors = new CheckBox(ColorsTexts.TRACE_COLORS);
    private final Segments<Boolean> dimOrHide = new Segments<>(this::setHides);
    private final ConditionFields only = new ConditionFields("colors-only", Condition.NONE, this::filter);
    private final DetailsTab tab;
    /// Rules that the rows currently show, so that the rows are rebuilt only for other rules.
    private List<ColorRule> shownRules;

    ColorsPanel(TraceSlot slot) {
        this.slot = slot;
        this.model = slot.coloring();
        rows.setId("colors-rules");
        rows.setPadding(new Insets(8, 12, 8, 12));
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        BorderPane root = new BorderPane(scroll);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(new VBox(filterRow(), toolbar()));
        tab = new DetailsTab("colors", ColorsTexts.TAB, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        model.coloringProperty().addListener(_ -> show());
        model.evaluatedProperty().addListener(_ -> showResults());
        slot.trace().sessionProperty().addListener(_ -> tab.availableProperty().set(false));
        show();
    }

    /// Selects the tab.
    void open() {
        tab.availableProperty().set(true);
        slot.host().detailsPane().select(tab);
    }

    /// Opens the color picker of the first rule.
    void openFirstPicker() {
        if (rows.lookup("#colors-rule-0-color") instanceof ColorPicker picker) {
            picker.requestFocus();
            picker.show();
        }
    }

    private void change(UnaryOperator<Coloring> change) {
        model.set(change.apply(model.coloring()));
    }

    private void filter(Condition condition) {
        change(c -> c.withOnly(condition));
    }

    private void setHides(boolean hides) {
        change(c -> c.withHiddenOthers(hides));
    }

    private HBox filterRow() {
        Label title = new Label(ColorsTexts.ONLY);
        title.getStyleClass().add(Styles.SMALL);
        title.setMinWidth(Region.USE_PREF_SIZE);
        dimOrHide.addSegment(false, ColorsTexts.DIM, "colors-dim");
        dimOrHide.addSegment(true, ColorsTexts.HIDE, "colors-hide");
        styleResult(onlyResult, "colors-only-result");
        HBox row = new HBox(
                8,
                title,
                only.by,
                only.text,
                onlyResult,
                dimOrHide,
                IconButton.of("x", 14, ColorsTexts.SHOW_ALL, () -> filter(Condition.NONE)));
        row.setAlignment(Pos.CENTER_LEFT);
        row.setPadding(new Insets(8, 12, 4, 12));
        return row;
    }

    private static void styleResult(Label label, String id) {
        label.setId(id);
        label.getStyleClass().add(Styles.SMALL);
        label.setMinWidth(90);
        label.setMaxWidth(320);
        label.setAlignment(Pos.CENTER_RIGHT);
    }

    private ToolbarRow toolbar() {
        Button add = ToolButton.of("plus", ColorsTexts.ADD_RULE, "colors-add", () -> add());
        traceColors.setId("colors-trace");
        traceColors.getStyleClass().add(Styles.SMALL);
        traceColors.setMinWidth(0);
        traceColors.setOnAction(_ -> change(c -> c.withTraceColors(traceColors.isSelected())));
        Label note = new Label(ColorsTexts.FIRST_RULE_WINS);
        note.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        note.setMinWidth(0);
        return new ToolbarRow(add, traceColors, ToolbarRow.space(), note);
    }

    private void add() {
        List<ColorRule> rules = new ArrayList<>(model.coloring().rules());
        rules.add(new ColorRule(true, Condition.NONE, nextColor(model.coloring())));
        change(c -> c.withRules(rules));
        rows.lookup("#colors-rule-" + (rules.size() - 1) + "-text").requestFocus();
    }

    /// The first predefined color that no rule uses.
    static int nextColor(Coloring coloring) {
        return TraceNotes.COLORS.stream()
                .filter(argb -> coloring.rules().stream().noneMatch(r -> r.argb() == argb))
                .findFirst()
                .orElse(TraceNotes.COLORS.get(coloring.rules().size() % TraceNotes.COLORS.size()));
    }

    private void show() {
        Coloring coloring = model.coloring();
        only.show(coloring.only());
        dimOrHide.setValue(coloring.hidesOthers());
        traceColors.setSelected(coloring.usesTraceColors());
        if (!coloring.rules().equals(shownRules)) {
            shownRules = coloring.rules();
            build(coloring.rules());
        }
        showResults();
    }

    private void build(List<ColorRule> rules) {
        rows.getChildren().clear();
        results.clear();
        if (rules.isEmpty()) {
            Label empty = new Label(ColorsTexts.NO_RULES);
            empty.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            rows.getChildren().add(empty);
        }
        for (int i = 0; i < rules.size(); i++) {
            rows.getChildren().add(row(i, rules.get(i)));
        }
    }

    private HBox row(int i, ColorRule rule) {
        CheckBox on = new CheckBox();
        on.setSelected(rule.isOn());
        on.setAccessibleText(ColorsTexts.USE_RULE);
        Tooltips.set(on, ColorsTexts.USE_RULE);
        on.setOnAction(_ -> replace(i, r -> new ColorRule(on.isSelected(), r.when(), r.argb())));
        ColorPicker color =
                new ColorPicker(Color.rgb(rule.argb() >> 16 & 255, rule.argb() >> 8 & 255, rule.argb() & 255));
        color.setId("colors-rule-" + i + "-color");
        color.getStyleClass().add("tg-other-color");
        color.setAccessibleText(ColorsTexts.COLOR);
        Tooltips.set(color, ColorsTexts.COLOR);
        color.setMinWidth(Region.USE_PREF_SIZE);
        color.setOnAction(_ -> replace(i, r -> new ColorRule(r.isOn(), r.when(), argb(color.getValue()))));
        ConditionFields fields = new ConditionFields(
                "colors-rule-" + i, rule.when(), when -> replace(i, r -> new ColorRule(r.isOn(), when, r.argb())));
        Label found = new Label();
        styleResult(found, "colors-rule-" + i + "-result");
        results.add(found);
        Button moveUp = IconButton.of("chevron-up", 14, ColorsTexts.MOVE_UP, () -> moveUp(i));
        moveUp.setDisable(i == 0);
        HBox row = new HBox(
                8,
                on,
                color,
                fields.by,
                fields.text,
                found,
                moveUp,
                IconButton.of("x", 14, ColorsTexts.REMOVE_RULE, () -> {
                    List<ColorRule> rules = new ArrayList<>(model.coloring().rules());
                    rules.remove(i);
                    change(c -> c.withRules(rules));
                }));
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private void moveUp(int i) {
        List<ColorRule> rules = new ArrayList<>(model.coloring().rules());
        rules.add(i - 1, rules.remove(i));
        change(c -> c.withRules(rules));
    }

    private void replace(int i, UnaryOperator<ColorRule> change) {
        List<ColorRule> rules = new ArrayList<>(model.coloring().rules());
        rules.set(i, change.apply(rules.get(i)));
        shownRules = List.copyOf(rules);
        change(c -> c.withRules(rules));
    }

    private static int argb(Color color) {
        return 0xFF000000
                | (int) Math.round(color.getRed() * 255) << 16
                | (int) Math.round(color.getGreen() * 255) << 8
                | (int) Math.round(color.getBlue() * 255);
    }

    private void showResults() {
        EvaluatedColoring found = model.evaluatedProperty().get();
        Coloring coloring = model.coloring();
        show(onlyResult, found.onlyOutcome(), !coloring.only().isEmpty());
        traceColors.setText(ColorsTexts.traceColors(found.traceColored()));
        for (int i = 0; i < results.size(); i++) {
            ColorRule rule = coloring.rules().get(i);
            // While rules are being added or removed, the results still belong to the previous rules.
            boolean isKnown = found.outcomes().size() == coloring.rules().size();
            show(
                    results.get(i),
                    isKnown ? found.outcomes().get(i) : EvaluatedColoring.Outcome.NONE,
                    isKnown && rule.isOn() && !rule.when().isEmpty());
        }
    }

    private static void show(Label label, EvaluatedColoring.Outcome outcome, boolean isAnyActive) {
        boolean hasFailed = !outcome.problem().isEmpty();
        label.setText(
                !isAnyActive
                        ? ""
                        : hasFailed ? DisplayText.oneLine(outcome.problem()) : ColorsTexts.slices(outcome.slices()));
        label.setStyle(isAnyActive && hasFailed ? "-fx-text-fill: -tg-error;" : "-fx-text-fill: -tg-text-3;");
        Tooltips.set(label, !isAnyActive ? null : hasFailed ? label.getText() : ColorsTexts.COUNTED);
    }
}
