package traceglass.app.panel.formula;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import traceglass.analysis.formula.CounterFormula;
import traceglass.analysis.formula.FormulaProblem;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.command.FuzzyMatch;
import traceglass.app.session.FormulaTrack;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Pop-up over the timeline to choose counters and enter a formula. Reports errors while the user types.
final class FormulaForm {

    private static final double WIDTH = 440;
    private static final int MAX_MATCHES = 200;

    private final List<TrackPath> candidates;
    private final FormulaTrack start;
    private final Consumer<FormulaTrack> onDone;
    private final List<TrackPath> counters = new ArrayList<>();
    private final VBox rows = new VBox(2);
    private final TextField search = field("formula-search", FormulaTexts.FIND_COUNTER, FormulaTexts.ADD_COUNTER);
    private final ListView<TrackPath> matches = new ListView<>();
    private final TextField expression = field("formula-text", "a − b", FormulaTexts.FORMULA);
    private final TextField title = field("formula-title", "", FormulaTexts.TRACK_NAME);
    private final TextField unit = field("formula-unit", "", FormulaTexts.UNIT);
    private final Label hint = new Label();
    private final Button show;
    private final FormPopup popup;

    /// Creates a form.
    ///
    /// @param candidates counters that the user can choose
    /// @param start initial values
    /// @param isEdit whether an existing formula is edited
    /// @param onDone receives the result; not called if the form is canceled
    FormulaForm(List<TrackPath> candidates, FormulaTrack start, boolean isEdit, Consumer<FormulaTrack> onDone) {
        this.candidates = candidates;
        this.start = start;
        this.onDone = onDone;
        for (String key : start.counters()) {
            candidates.stream()
                    .filter(c -> c.node().key().equals(key))
                    .findFirst()
                    .ifPresent(counters::add);
        }
        expression.setText(start.formula());
        title.setText(start.title());
        unit.setText(start.unit());
        expression.textProperty().addListener(o -> check());
        title.textProperty().addListener(o -> check());
        hint.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        hint.setWrapText(true);
        hint.setMinHeight(34);
        hint.setId("formula-hint");
        setUpMatches();
        show = new Button(isEdit ? FormulaTexts.SAVE : CommonTexts.SHOW_ON_TIMELINE);
        show.getStyleClass().add(Styles.PRIMARY);
        show.setId("formula-show");
        show.setOnAction(e -> finish());
        Button cancel = new Button(CommonTexts.CANCEL);
        cancel.getStyleClass().add(Styles.GHOST);
        HBox buttons = new HBox(8, show, cancel);
        buttons.setAlignment(Pos.CENTER_LEFT);
        Label head = new Label(isEdit ? FormulaTexts.EDIT_FORMULA : FormulaTexts.COMPUTE_COUNTER);
        head.getStyleClass().add(Styles.STRONG);
        HBox nameAndUnit = new HBox(10, labeled(FormulaTexts.NAME, title), labeled(FormulaTexts.UNIT, unit));
        HBox.setHgrow(nameAndUnit.getChildren().getFirst(), Priority.ALWAYS);
        unit.setPrefColumnCount(7);
        VBox box = new VBox(
                10,
                head,
                labeled(FormulaTexts.COUNTERS, new VBox(4, rows, search, matches)),
                labeled(FormulaTexts.FORMULA, expression),
                hint,
                nameAndUnit,
                buttons);
        box.setId("formula-form");
        box.setPrefWidth(WIDTH);
        box.getStyleClass().add("tg-history-box");
        for (TextField f : List.of(expression, title, unit)) {
            f.setOnAction(e -> finish());
        }
        popup = new FormPopup(box, PopOver.ArrowLocation.TOP_CENTER);
        cancel.setOnAction(e -> popup.hide());
        updateRows();
    }

    private static TextField field(String id, String prompt, String name) {
        TextField field = new TextField();
        field.setId(id);
        field.setPromptText(prompt);
        field.setAccessibleText(name);
        field.getStyleClass().add(Styles.COMPACT);
        return field;
    }

    private static VBox labeled(String text, Node field) {
        Label label = new Label(text);
        label.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        label.setLabelFor(field);
        return new VBox(3, label, field);
    }

    /// Opens the form near the top center of a node.
    void show(Region owner) {
        Bounds bounds = owner.localToScreen(owner.getBoundsInLocal());
        popup.show(owner, bounds.getCenterX(), bounds.getMinY() + 60);
        TextField first = counters.isEmpty() ? search : expression;
        first.requestFocus();
        first.end();
    }

    private void setUpMatches() {
        matches.setId("formula-found");
        matches.setAccessibleText(FormulaTexts.MATCHING_COUNTERS);
        matches.setPrefHeight(118);
        matches.setCellFactory(list -> new ListCell<>() {
            @Override
            protected void updateItem(TrackPath path, boolean isEmpty) {
                super.updateItem(path, isEmpty);
                setText(isEmpty || path == null ? null : DisplayText.oneLine(path.text()));
                // Make cells as wide as the list, so that long paths are truncated instead of
                // scrolled.
                setPrefWidth(0);
            }
        });
        matches.setOnMouseClicked(e -> add(matches.getSelectionModel().getSelectedItem()));
        matches.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                add(matches.getSelectionModel().getSelectedItem());
                e.consume();
            }
        });
        search.textProperty().addListener(o -> updateMatches());
        search.setOnAction(e -> add(matches.getSelectionModel().getSelectedItem()));
        search.setOnKeyPressed(e -> {
            int step = e.getCode() == KeyCode.DOWN ? 1 : e.getCode() == KeyCode.UP ? -1 : 0;
            if (step != 0 && !matches.getItems().isEmpty()) {
                matches.getSelectionModel()
                        .select(Math.clamp(
                                matches.getSelectionModel().getSelectedIndex() + step,
                                0,
                                matches.getItems().size() - 1));
                matches.scrollTo(matches.getSelectionModel().getSelectedIndex());
                e.consume();
            }
        });
        updateMatches();
    }

    /// Updates the list of counters that match the search text.
    private void updateMatches() {
        String typed = search.getText();
        record Hit(TrackPath path, int score) {}
        List<TrackPath> hits = candidates.stream()
                .filter(c -> !counters.contains(c))
                .map(c -> new Hit(c, FuzzyMatch.score(typed, c.text())))
                .filter(h -> h.score >= 0)
                .sorted(Comparator.comparingInt(h -> -h.score))
                .limit(MAX_MATCHES)
                .map(Hit::path)
                .toList();
        matches.getItems().setAll(hits);
        matches.getSelectionModel().selectFirst();
    }

    private void add(TrackPath counter) {
        if (counter == null || counters.size() == CounterFormula.MAX_COUNTERS) {
            return;
        }
        counters.add(counter);
        search.clear();
        if (counters.size() == 2
                && (expression.getText().isBlank()
                        || expression.getText().strip().equals("a"))) {
            expression.setText("a − b");
        } else if (expression.getText().isBlank()) {
            expression.setText("a");
        }
        updateRows();
        updateMatches();
    }

    private void updateRows() {
        rows.getChildren().clear();
        for (int i = 0; i < counters.size(); i++) {
            int index = i;
            Label letter = new Label(Character.toString('a' + i));
            letter.getStyleClass().addAll(Styles.MONO, Styles.STRONG);
            letter.setMinWidth(16);
            Label name = new Label(DisplayText.oneLine(counters.get(i).text()));
            name.setMinWidth(0);
            name.setMaxWidth(Double.MAX_VALUE);
            name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox.setHgrow(name, Priority.ALWAYS);
            Button remove =
                    IconButton.of("x", 13, FormulaTexts.remove(counters.get(i).name()), () -> {
                        counters.remove(index);
                        updateRows();
                        updateMatches();
                    });
            HBox row = new HBox(6, letter, name, remove);
            row.setAlignment(Pos.CENTER_LEFT);
            rows.getChildren().add(row);
        }
        check();
    }

    private List<String> units() {
        return counters.stream().map(c -> c.node().kind().unit()).toList();
    }

    private void check() {
        title.setPromptText(expression.getText().strip());
        try {
            CounterFormula formula = CounterFormula.of(expression.getText(), counters.size());
            String derived = formula.unit(units());
            unit.setPromptText(derived == null ? "" : derived);
            String unused = unused(formula);
            showHint(
                    derived == null && unit.getText().isBlank()
                            ? FormulaTexts.MIXED_UNITS
                            : unused.isEmpty() ? FormulaTexts.SYNTAX : unused,
                    false);
            show.setDisable(false);
        } catch (FormulaProblem e) {
            showHint(counters.isEmpty() ? FormulaTexts.CHOOSE_COUNTERS : e.getMessage(), !counters.isEmpty());
            show.setDisable(true);
        }
    }

    /// Returns a message about the counters that the formula does not use.
    private String unused(CounterFormula formula) {
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < counters.size(); i++) {
            if (!formula.uses(i)) {
                letters.add(Character.toString('a' + i));
            }
        }
        return letters.isEmpty() ? "" : FormulaTexts.unused(letters);
    }

    private void showHint(String text, boolean isError) {
        hint.setText(text);
        hint.getStyleClass().removeAll("tg-formula-wrong", Styles.TEXT_3);
        hint.getStyleClass().add(isError ? "tg-formula-wrong" : Styles.TEXT_3);
    }

    private void finish() {
        if (show.isDisabled()) {
            return;
        }
        popup.hide();
        String formula = expression.getText().strip();
        String name = title.getText().isBlank() ? formula : title.getText().strip();
        String usedUnit =
                unit.getText().isBlank() ? unit.getPromptText() : unit.getText().strip();
        onDone.accept(new FormulaTrack(
                start.number(),
                name,
                formula,
                usedUnit,
                counters.stream().map(c -> c.node().key()).toList()));
    }
}
