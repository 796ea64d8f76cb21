package traceglass.app.window.frame;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.ui.Styles;
import traceglass.ingest.database.ColumnMeanings;
import traceglass.ingest.database.ColumnMeanings.Column;
import traceglass.ingest.database.ColumnMeanings.Meaning;
import traceglass.ingest.database.ColumnUnit;
import traceglass.ingest.database.TableColumn;
import traceglass.ingest.database.UnclearColumnsProblem;

/// Asks for the meanings of a table's columns, starting with the best guess.
public final class ColumnsOverlay extends Overlay {

    private final Map<Meaning, ColumnRow> rows = new EnumMap<>(Meaning.class);
    private final Label missing = new Label();
    private final Button open = new Button(FrameTexts.OPEN_TABLE);
    private UnclearColumnsProblem table;
    private Consumer<ColumnMeanings> onChoose;

    private ColumnsOverlay() {
        super("columns", FrameTexts.COLUMNS);
        missing.setId("columns-missing");
        missing.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        missing.setWrapText(true);
        missing.setMaxWidth(Double.MAX_VALUE);
        missing.setMinWidth(0);
        open.setId("columns-open");
        open.getStyleClass().add(Styles.PRIMARY);
        open.setDefaultButton(true);
        open.setOnAction(e -> {
            hide();
            onChoose.accept(meanings());
        });
    }

    /// Returns the overlay of a window, which is created when it is first requested.
    public static ColumnsOverlay in(Parent window) {
        StackPane root = (StackPane) window;
        return root.getChildren().stream()
                .filter(ColumnsOverlay.class::isInstance)
                .map(ColumnsOverlay.class::cast)
                .findFirst()
                .orElseGet(() -> {
                    ColumnsOverlay overlay = new ColumnsOverlay();
                    root.getChildren().add(overlay);
                    return overlay;
                });
    }

    /// Shows the question.
    ///
    /// @param whenChosen called with the answer, unless the user cancels
    public void ask(Path file, UnclearColumnsProblem problem, Consumer<ColumnMeanings> whenChosen) {
        table = problem;
        onChoose = whenChosen;
        setAccessibleText(FrameTexts.COLUMNS + ": " + file.getFileName());
        show();
    }

    @Override
    Node firstFocus() {
        return open.isDisabled() ? rows.get(Meaning.TIME).firstMissing() : open;
    }

    @Override
    Node content() {
        Label question = new Label(FrameTexts.whichColumns(table.summary()));
        question.setWrapText(true);
        question.getStyleClass().add(Styles.TEXT_2);
        GridPane grid = new GridPane(12, 8);
        rows.clear();
        for (Meaning meaning : Meaning.values()) {
            ColumnRow row =
                    new ColumnRow(meaning, table.columns(), table.guess().meanings(), this::check);
            rows.put(meaning, row);
            grid.addRow(meaning.ordinal(), row.nodes());
        }
        Label remembered = new Label(FrameTexts.REMEMBERED);
        remembered.setWrapText(true);
        remembered.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        Button cancel = new Button(FrameTexts.CANCEL);
        cancel.setOnAction(e -> hide());
        HBox.setHgrow(missing, Priority.ALWAYS);
        open.setMinWidth(Region.USE_PREF_SIZE);
        cancel.setMinWidth(Region.USE_PREF_SIZE);
        HBox buttons = new HBox(8, missing, cancel, open);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        check();
        return new VBox(14, question, grid, remembered, buttons);
    }

    /// Enables the button if a time and all units are chosen, otherwise shows the next missing choice. Uses the
    /// unit of the time as the default for the other columns, because most tables have only one unit.
    private void check() {
        if (rows.size() < Meaning.values().length) {
            return;
        }
        ColumnUnit unit = rows.get(Meaning.TIME).unit();
        if (unit != null && unit != ColumnUnit.DATE) {
            rows.values().forEach(r -> r.setMissingUnit(unit));
        }
        String text = rows.get(Meaning.TIME).column() == null ? FrameTexts.NEEDS_TIME : "";
        for (ColumnRow row : rows.values()) {
            if (text.isEmpty() && row.isUnitMissing()) {
                text = FrameTexts.needsUnit(row.column().name());
            }
        }
        missing.setText(text);
        open.setDisable(!text.isEmpty());
    }

    private ColumnMeanings meanings() {
        List<Column> columns = new ArrayList<>();
        rows.values().forEach(r -> columns.addAll(r.chosen()));
        ColumnRow values = rows.get(Meaning.VALUE);
        if (values.includesAllNumbers()) {
            List<String> used = columns.stream().map(Column::name).toList();
            for (TableColumn c : table.columns()) {
                if (c.kind() == TableColumn.Kind.NUMBER && !used.contains(c.name())) {
                    columns.add(new Column(Meaning.VALUE, c.name(), null));
                }
            }
        }
        return new ColumnMeanings(columns);
    }
}
