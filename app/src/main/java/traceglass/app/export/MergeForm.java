package traceglass.app.export;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import traceglass.app.launch.TimeOffset;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Styles;
import traceglass.store.language.Translations;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Form that shows two traces, how they are aligned and the accuracy of the alignment, and lets the user move the
/// second one before both are saved as one trace. Used on the JavaFX thread.
final class MergeForm {

    private static final double WIDTH = 420;
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    private final Consumer<MergeChoice> save;
    private final SpanBars bars = new SpanBars();
    private final TextField offset = new TextField();
    private final Label shiftLabel = smallLabel("merge-moved");
    private final Button resetButton = new Button(ExportTexts.MERGE_RESET);
    private final Button saveButton = new Button(ExportTexts.MERGE_SAVE);
    private final FormPopup popup;
    private MergeChoice choice;

    /// @param save called with the choice when the user saves
    MergeForm(MergeChoice choice, Consumer<MergeChoice> save) {
        this.choice = choice;
        this.save = save;
        offset.setId("merge-offset");
        offset.setPrefColumnCount(14);
        offset.setText(TimeOffset.text(choice.offset()));
        offset.textProperty().addListener(_ -> update());
        resetButton.setId("merge-reset");
        resetButton.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        resetButton.setOnAction(_ -> showOffset(this.choice.foundOffset()));
        saveButton.setId("merge-save");
        saveButton.getStyleClass().add(Styles.PRIMARY);
        saveButton.setDefaultButton(true);
        saveButton.setOnAction(_ -> save());
        Button cancel = new Button(CommonTexts.CANCEL);
        cancel.setId("merge-cancel");
        cancel.getStyleClass().add(Styles.GHOST);
        Label head = new Label(ExportTexts.MERGE_TITLE);
        head.getStyleClass().add(Styles.STRONG);
        VBox box = new VBox(
                10,
                head,
                trace(choice.first(), choice.main(), "-tg-trace-a"),
                trace(choice.second(), choice.other(), "-tg-trace-b"),
                bars,
                alignment(choice),
                offsetRow(),
                row(shiftLabel, resetButton),
                row(saveButton, cancel));
        box.setId("merge-form");
        box.setPrefWidth(WIDTH);
        box.getStyleClass().add("tg-history-box");
        popup = new FormPopup(box, PopOver.ArrowLocation.TOP_LEFT);
        popup.setAutoHide(false);
        box.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                popup.hide();
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER && !saveButton.isDisabled()) {
                save();
                e.consume();
            }
        });
        cancel.setOnAction(_ -> popup.hide());
        update();
    }

    /// Opens the form in the upper middle of the window of a node.
    void show(Node node) {
        var window = node.getScene().getWindow();
        popup.show(
                node.getScene().getRoot(),
                window.getX() + Math.max(0, (window.getWidth() - WIDTH) / 2),
                window.getY() + window.getHeight() / 8);
        offset.requestFocus();
    }

    private static Label smallLabel(String id) {
        Label label = new Label();
        label.setId(id);
        label.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    private static HBox row(Node... nodes) {
        HBox row = new HBox(8, nodes);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /// Returns the name and the duration of a trace next to the color of its bar.
    private static HBox trace(Path file, TimeSpan span, String color) {
        Region swatch = new Region();
        swatch.setStyle("-fx-background-color: " + color + "; -fx-background-radius: 2;");
        swatch.setMinSize(10, 10);
        swatch.setMaxSize(10, 10);
        Label name = new Label(DisplayText.oneLine(String.valueOf(file.getFileName())));
        name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        name.setTooltip(new Tooltip(DisplayText.oneLine(file.toString())));
        name.setMinWidth(40);
        Label duration = new Label(TimeText.duration(span.durNs()));
        duration.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        duration.setMinWidth(Region.USE_PREF_SIZE);
        return row(swatch, name, duration);
    }

    private static Label alignment(MergeChoice choice) {
        Label label = smallLabel("merge-alignment");
        label.setText(
                choice.method().isEmpty()
                        ? ExportTexts.NOT_ALIGNED
                        : ExportTexts.aligned(
                                choice.method(),
                                choice.residualNs() < 0 ? "" : TimeText.duration(choice.residualNs())));
        if (!choice.problem().isEmpty()) {
            label.setTooltip(new Tooltip(choice.problem()));
        }
        return label;
    }

    private HBox offsetRow() {
        Label label = new Label(ExportTexts.MERGE_OFFSET);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setLabelFor(offset);
        offset.setAccessibleText(ExportTexts.MERGE_OFFSET);
        HBox.setHgrow(offset, Priority.ALWAYS);
        HBox row = row(label, offset);
        for (long step : List.of(-MS, -US, US, MS)) {
            Button nudge = new Button(TimeOffset.text(step).replace('-', '−'));
            nudge.setId("merge-nudge" + step);
            nudge.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
            nudge.setMinWidth(Region.USE_PREF_SIZE);
            nudge.setAccessibleText(ExportTexts.shift(TimeOffset.text(step)));
            nudge.setOnAction(_ -> showOffset(choice.offset() + step));
            row.getChildren().add(nudge);
        }
        row.setSpacing(4);
        return row;
    }

    private void showOffset(long ns) {
        offset.setText(TimeOffset.text(ns));
    }

    private void update() {
        OptionalLong ns = TimeOffset.parse(Translations.withDecimalPoint(offset.getText()));
        saveButton.setDisable(ns.isEmpty());
        if (ns.isEmpty()) {
            shiftLabel.setText(ExportTexts.noOffset(offset.getText()));
            return;
        }
        choice = choice.withOffset(ns.getAsLong());
        resetButton.setDisable(!choice.isShifted());
        shiftLabel.setText(
                choice.isShifted()
                        ? ExportTexts.shifted(TimeOffset.text(choice.offset() - choice.foundOffset()))
                        : ExportTexts.NOT_MOVED);
        bars.show(choice.main(), choice.shiftedSpan());
    }

    private void save() {
        popup.hide();
        save.accept(choice);
    }
}
