package traceglass.app.panel.debug;

import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.controlsfx.control.PopOver;
import traceglass.analysis.debug.DebugTrackCreator;
import traceglass.analysis.debug.DebugTrackSpec;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;

/// Pop-up below a button to choose the meaning of a result's columns on the timeline. Defaults are derived from the
/// column names, so that Enter is usually enough.
public final class DebugTrackForm {

    private static final Integer NONE = DebugTrackSpec.NONE;

    private final List<String> columns;
    private final DebugTrackSpec suggested;
    private final Consumer<DebugTrackSpec> onChoose;
    private final TextField title = new TextField();
    private final Segments<DebugTrackSpec.Kind> kinds = new Segments<>(kind -> layOut());
    private final GridPane fields = new GridPane();
    private final Label hint = new Label();
    private final Button show = new Button(CommonTexts.SHOW_ON_TIMELINE);
    private final ComboBox<Integer> ts;
    private final ComboBox<Integer> dur;
    private final ComboBox<Integer> name;
    private final ComboBox<Integer> value;
    private final ComboBox<Integer> color;
    private final ComboBox<Integer> pivot;
    private final ComboBox<Integer> args;
    private final FormPopup popup;

    /// Creates a form.
    ///
    /// @param columns names of the result's columns
    /// @param suggested initial values
    /// @param onChoose receives the choice; not called if the form is canceled
    public DebugTrackForm(List<String> columns, DebugTrackSpec suggested, Consumer<DebugTrackSpec> onChoose) {
        this.columns = List.copyOf(columns);
        this.suggested = suggested;
        this.onChoose = onChoose;
        ts = box("ts", DebugTrackTexts.CHOOSE_COLUMN, suggested.ts());
        dur = box("dur", DebugTrackTexts.INSTANTS, suggested.dur());
        name = box("name", DebugTrackTexts.TRACK_NAME_AS_NAME, suggested.name());
        value = box("value", DebugTrackTexts.CHOOSE_COLUMN, suggested.value());
        color = box("color", DebugTrackTexts.COLOR_BY_NAME, suggested.color());
        pivot = box("pivot", DebugTrackTexts.ONE_TRACK, suggested.pivot());
        args = box("args", DebugTrackTexts.NO_ARGUMENTS, suggested.args());
        title.setText(suggested.title());
        title.setId("debug-track-title");
        title.setAccessibleText(DebugTrackTexts.TRACK_NAME);
        title.getStyleClass().add(Styles.COMPACT);
        kinds.addSegment(DebugTrackSpec.Kind.SLICES, DebugTrackTexts.SLICES, "debug-track-slices");
        kinds.addSegment(DebugTrackSpec.Kind.COUNTER, DebugTrackTexts.COUNTER, "debug-track-counter");
        kinds.setValue(suggested.kind());
        kinds.setMaxWidth(Region.USE_PREF_SIZE);
        fields.setHgap(10);
        fields.setVgap(6);
        ColumnConstraints names = new ColumnConstraints();
        names.setHalignment(HPos.LEFT);
        ColumnConstraints boxes = new ColumnConstraints();
        boxes.setHgrow(Priority.ALWAYS);
        fields.getColumnConstraints().addAll(names, boxes);
        hint.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        hint.setWrapText(true);
        hint.setId("debug-track-hint");
        show.getStyleClass().add(Styles.PRIMARY);
        show.setId("debug-track-show");
        show.setDefaultButton(true);
        show.setOnAction(e -> finish());
        Button cancel = new Button(CommonTexts.CANCEL);
        cancel.getStyleClass().add(Styles.GHOST);
        HBox buttons = new HBox(8, show, cancel);
        buttons.setAlignment(Pos.CENTER_LEFT);
        Label head = new Label(DebugTrackTexts.SHOW_AS_TRACK);
        head.getStyleClass().add(Styles.STRONG);
        VBox box = new VBox(10, head, kinds, fields, hint, buttons);
        box.setId("debug-track-form");
        box.setPrefWidth(340);
        box.getStyleClass().add("tg-history-box");
        box.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER && !show.isDisabled()) {
                finish();
                e.consume();
            }
        });
        popup = new FormPopup(box, PopOver.ArrowLocation.TOP_RIGHT);
        cancel.setOnAction(e -> popup.hide());
        layOut();
    }

    /// Opens the form below a node.
    public void show(Node anchor) {
        popup.show(anchor);
        title.requestFocus();
        title.selectAll();
    }

    private boolean isCounter() {
        return kinds.value() == DebugTrackSpec.Kind.COUNTER;
    }

    private void layOut() {
        fields.getChildren().clear();
        addRow(DebugTrackTexts.NAME, title);
        addRow(DebugTrackTexts.TIME, ts);
        if (isCounter()) {
            addRow(DebugTrackTexts.VALUE, value);
        } else {
            addRow(DebugTrackTexts.DURATION, dur);
            addRow(DebugTrackTexts.SLICE_NAME, name);
            addRow(DebugTrackTexts.COLOR, color);
            addRow(DebugTrackTexts.ARGUMENTS, args);
        }
        addRow(DebugTrackTexts.ONE_TRACK_PER, pivot);
        check();
    }

    private void addRow(String text, Region field) {
        Label label = new Label(text);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setLabelFor(field);
        field.setMaxWidth(Double.MAX_VALUE);
        fields.addRow(fields.getRowCount(), label, field);
    }

    private ComboBox<Integer> box(String id, String none, int initial) {
        ComboBox<Integer> box = new ComboBox<>();
        box.setId("debug-track-" + id);
        box.getStyleClass().add(Styles.COMPACT);
        box.getItems().add(NONE);
        for (int i = 0; i < columns.size(); i++) {
            box.getItems().add(i);
        }
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(Integer column) {
                return column == null ? "" : column.equals(NONE) ? none : columns.get(column);
            }

            @Override
            public Integer fromString(String text) {
                return columns.indexOf(text);
            }
        });
        box.setValue(initial);
        box.valueProperty().addListener((_, _, _) -> check());
        return box;
    }

    private void check() {
        boolean lacksTime = NONE.equals(ts.getValue());
        boolean lacksValue = isCounter() && NONE.equals(value.getValue());
        show.setDisable(lacksTime || lacksValue);
        hint.setText(
                lacksTime || lacksValue
                        ? DebugTrackTexts.chooseColumns(lacksTime, lacksValue)
                        : !NONE.equals(pivot.getValue())
                                ? DebugTrackTexts.tracksPerValue(DebugTrackCreator.MAX_TRACKS)
                                : DebugTrackTexts.RUNS_AGAIN);
    }

    private void finish() {
        popup.hide();
        boolean areSamples = isCounter();
        String text =
                title.getText().isBlank() ? suggested.title() : title.getText().strip();
        onChoose.accept(new DebugTrackSpec(
                areSamples ? DebugTrackSpec.Kind.COUNTER : DebugTrackSpec.Kind.SLICES,
                text,
                suggested.sql(),
                ts.getValue(),
                areSamples ? NONE : dur.getValue(),
                areSamples ? NONE : name.getValue(),
                areSamples ? value.getValue() : NONE,
                areSamples ? NONE : color.getValue(),
                pivot.getValue(),
                areSamples ? NONE : args.getValue()));
    }
}
