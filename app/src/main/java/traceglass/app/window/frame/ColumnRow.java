package traceglass.app.window.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.util.StringConverter;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Styles;
import traceglass.ingest.database.ColumnMeanings;
import traceglass.ingest.database.ColumnMeanings.Column;
import traceglass.ingest.database.ColumnMeanings.Meaning;
import traceglass.ingest.database.ColumnUnit;
import traceglass.ingest.database.TableColumn;

/// Controls to choose the column for one meaning, with its unit and some of its values.
final class ColumnRow {

    private static final int SHOWN_VALUES = 3;
    private static final int MAX_VALUES = 40;
    /// Choices that represent no column, and all numeric columns without another meaning.
    private static final TableColumn NONE = new TableColumn(FrameTexts.NO_COLUMN, TableColumn.Kind.TEXT, List.of());
    private static final TableColumn NUMBERS =
            new TableColumn(FrameTexts.ALL_NUMBERS, TableColumn.Kind.TEXT, List.of());

    private final Meaning meaning;
    private final ComboBox<TableColumn> column;
    private final ComboBox<ColumnUnit> unit;
    private final Label examples = new Label();
    /// Further guessed columns, e.g. the name of a process next to its number.
    private final List<Column> others = new ArrayList<>();

    /// @param whenChanged called after each choice
    ColumnRow(Meaning meaning, List<TableColumn> columns, ColumnMeanings guess, Runnable whenChanged) {
        this.meaning = meaning;
        List<TableColumn> choices = new ArrayList<>(List.of(NONE));
        columns.stream().filter(this::isSuitable).forEach(choices::add);
        if (meaning == Meaning.VALUE) {
            choices.add(1, NUMBERS);
        }
        column = box("columns-" + meaning.text(), choices, TableColumn::name);
        column.setAccessibleText(FrameTexts.meaning(meaning));
        unit = box("columns-" + meaning.text() + "-unit", List.of(ColumnUnit.values()), FrameTexts::unit);
        unit.setPromptText(FrameTexts.CHOOSE_UNIT);
        unit.setAccessibleText(FrameTexts.UNIT);
        examples.getStyleClass().addAll(Styles.MONO, Styles.SMALL, Styles.TEXT_3);
        StyleSheets.setWidths(column, Region.USE_PREF_SIZE, 200, Region.USE_COMPUTED_SIZE);
        StyleSheets.setWidths(unit, Region.USE_PREF_SIZE, 160, Region.USE_COMPUTED_SIZE);
        StyleSheets.setWidths(examples, 0, 280, Region.USE_COMPUTED_SIZE);
        choose(columns, guess);
        updateExamples();
        column.valueProperty().addListener(o -> {
            others.clear();
            unit.setValue(isDate() ? ColumnUnit.DATE : null);
            updateExamples();
            whenChanged.run();
        });
        unit.valueProperty().addListener(o -> whenChanged.run());
    }

    private boolean isSuitable(TableColumn c) {
        boolean isLength = meaning == Meaning.DURATION || meaning == Meaning.VALUE;
        return isLength ? c.kind() == TableColumn.Kind.NUMBER : !meaning.hasUnit() || c.mayBeTime();
    }

    private void choose(List<TableColumn> columns, ColumnMeanings guess) {
        column.setValue(NONE);
        List<Column> guessed =
                guess.columns().stream().filter(c -> c.meaning() == meaning).toList();
        if (guessed.isEmpty()) {
            return;
        }
        if (meaning == Meaning.VALUE && guessed.size() > 1) {
            column.setValue(NUMBERS);
            return;
        }
        columns.stream()
                .filter(c -> c.name().equals(guessed.getFirst().name()))
                .findFirst()
                .ifPresent(column::setValue);
        unit.setValue(guessed.getFirst().unit());
        others.addAll(guessed.subList(1, guessed.size()));
    }

    /// Shows the unit and the values that belong to the column.
    private void updateExamples() {
        unit.setVisible(meaning.hasUnit() && column() != null);
        unit.setDisable(isDate());
        List<String> samples =
                column.getValue().samples().stream().limit(SHOWN_VALUES).toList();
        String text = String.join(", ", samples);
        String values = text.length() > MAX_VALUES ? text.substring(0, MAX_VALUES) + "…" : text;
        examples.setText(
                others.isEmpty()
                        ? values
                        : FrameTexts.withColumn(values, others.getFirst().name()));
    }

    private boolean isDate() {
        return column.getValue().kind() == TableColumn.Kind.DATE;
    }

    Node[] nodes() {
        Label label = new Label(FrameTexts.meaning(meaning));
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setLabelFor(column);
        return new Node[] {label, column, unit, examples};
    }

    /// Returns the first control in which a choice is missing.
    Node firstMissing() {
        return isUnitMissing() ? unit : column;
    }

    /// Returns the chosen column, or null.
    TableColumn column() {
        return column.getValue() == NONE || column.getValue() == NUMBERS ? null : column.getValue();
    }

    boolean includesAllNumbers() {
        return column.getValue() == NUMBERS;
    }

    /// Returns the chosen unit, or null.
    ColumnUnit unit() {
        return column() == null ? null : unit.getValue();
    }

    void setMissingUnit(ColumnUnit newUnit) {
        if (isUnitMissing()) {
            unit.setValue(newUnit);
        }
    }

    boolean isUnitMissing() {
        return meaning.hasUnit() && column() != null && unit.getValue() == null;
    }

    List<Column> chosen() {
        List<Column> chosen = new ArrayList<>();
        if (column() != null) {
            chosen.add(new Column(meaning, column().name(), meaning.hasUnit() ? unit.getValue() : null));
            chosen.addAll(others);
        }
        return chosen;
    }

    private static <T> ComboBox<T> box(String id, List<T> choices, Function<T, String> text) {
        ComboBox<T> box = new ComboBox<>();
        box.setId(id);
        box.getItems().addAll(choices);
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(T value) {
                return value == null ? "" : text.apply(value);
            }

            @Override
            public T fromString(String typed) {
                return null;
            }
        });
        return box;
    }
}
