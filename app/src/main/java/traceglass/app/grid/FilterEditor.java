package traceglass.app.grid;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.controlsfx.control.PopOver;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowFilter;
import traceglass.analysis.rows.RowType;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Styles;
import traceglass.store.language.Translations;

/// Pop-up below a column header to add a filter: a comparison and a value. Durations may have units.
final class FilterEditor {

    private static final Map<String, Integer> POWERS = Map.of("ns", 0, "us", 3, "µs", 3, "ms", 6, "s", 9);
    private static final Pattern WITH_UNIT = Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?)\\s*(ns|us|µs|ms|s)");

    private final DataGrid grid;
    private final GridColumn column;
    private final ComboBox<RowFilter.Test> test = new ComboBox<>();
    private final TextField value = new TextField();
    private final Label problem = new Label();
    private final FormPopup popup;

    private FilterEditor(DataGrid grid, GridColumn column) {
        this.grid = grid;
        this.column = column;
        RowType type = grid.rows().type(column.source());
        List<RowFilter.Test> tests = Stream.of(RowFilter.Test.values())
                .filter(t -> t.appliesTo(type))
                .toList();
        test.getItems().addAll(tests);
        test.setConverter(new StringConverter<>() {
            @Override
            public String toString(RowFilter.Test t) {
                return t == null ? "" : t.sign();
            }

            @Override
            public RowFilter.Test fromString(String text) {
                return null;
            }
        });
        test.setValue(column.kind().isDuration() ? RowFilter.Test.AT_LEAST : tests.getFirst());
        test.setId("filter-test");
        test.setAccessibleText(GridTexts.comparisonFor(column.title()));
        test.valueProperty().addListener((_, _, newValue) -> value.setDisable(!newValue.needsValue()));
        test.getStyleClass().add(Styles.COMPACT);
        value.setId("filter-value");
        value.setAccessibleText(GridTexts.valueFor(column.title()));
        value.getStyleClass().add(Styles.COMPACT);
        value.setPromptText(
                column.kind().isDuration()
                        ? GridTexts.DURATION_EXAMPLE
                        : type.isNumber() ? GridTexts.NUMBER_EXAMPLE : GridTexts.TEXT_EXAMPLE);
        value.setPrefColumnCount(14);
        value.setOnAction(e -> apply());
        Button apply = new Button(GridTexts.FILTER);
        apply.setId("filter-apply");
        apply.getStyleClass().addAll(Styles.PRIMARY, Styles.COMPACT);
        apply.setOnAction(e -> apply());
        problem.getStyleClass().add("tg-group-problem");
        problem.setVisible(false);
        problem.setManaged(false);
        Label title = new Label(GridTexts.showRowsWhere(column.title()));
        title.getStyleClass().addAll(Styles.TEXT_2, Styles.SMALL);
        HBox line = new HBox(8, test, value, apply);
        line.setAlignment(Pos.CENTER_LEFT);
        VBox box = new VBox(8, title, line, problem);
        box.getStyleClass().add("tg-filter-editor");
        popup = new FormPopup(box, PopOver.ArrowLocation.TOP_LEFT);
        popup.setOnShown(e -> value.requestFocus());
    }

    static void show(DataGrid grid, GridColumn column, Node anchor) {
        FilterEditor editor = new FilterEditor(grid, column);
        editor.popup.show(anchor == null || anchor.getScene() == null ? grid : anchor);
    }

    private void apply() {
        RowType type = grid.rows().type(column.source());
        String text = plain(value.getText(), column, grid.content().text());
        String error = RowFilter.problem(type, test.getValue(), text);
        if (error != null) {
            problem.setText(error);
            problem.setVisible(true);
            problem.setManaged(true);
            return;
        }
        popup.hide();
        grid.addFilter(
                new RowFilter(column.source(), test.getValue(), test.getValue().needsValue() ? text : null));
    }

    /// Converts a value to plain notation: `1.5 ms` in a duration or time column becomes 1500000 ns. Times are
    /// relative to the start of the trace.
    static String plain(String input, GridColumn column, CellText text) {
        boolean isTime = column.kind() == CellKind.TIMESTAMP;
        if (!isTime && !column.kind().isDuration()) {
            return column.kind() == CellKind.TEXT || column.kind() == CellKind.RAW
                    ? input
                    : Translations.withDecimalPoint(input).replaceAll("[\\s\\u2009]", "");
        }
        String number = Translations.withDecimalPoint(input).strip();
        Matcher m = WITH_UNIT.matcher(number.replace("\u2009", "").toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            return number.replaceAll("[\\s\\u2009]", "");
        }
        BigDecimal ns = new BigDecimal(m.group(1)).scaleByPowerOfTen(POWERS.get(m.group(2)));
        return (isTime ? ns.add(BigDecimal.valueOf(text.trace().start())) : ns)
                .stripTrailingZeros()
                .toPlainString();
    }
}
