package traceglass.app.fleet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javafx.geometry.Pos;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import traceglass.app.fleet.value.ValueFormat;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.render.color.Palette;

/// Distribution of a measure over the traces in the table: controls for the kind of plot and its columns, the plot,
/// its legend and statistics. Plots are computed on a background thread.
final class FleetChart extends BorderPane {

    private static final int NONE = -1;
    private static final int MAX_NAMES = 4;

    private final Segments<PlotChoice.Kind> kinds = new Segments<>(_ -> kindChanged());
    private final ComboBox<Integer> valueBox = box("fleet-chart-value", "");
    private final ComboBox<Integer> secondBox = box("fleet-chart-other", FleetPageTexts.ALL_TRACES);
    private final ComboBox<Integer> colorBox = box("fleet-chart-color", FleetPageTexts.NO_COLOR);
    private final Label preposition = new Label();
    private final Label colorLabel = new Label(FleetPageTexts.COLORED_BY);
    private final HBox legend = new HBox(12);
    private final Label statistics = new Label();
    private final Label message = new Label();
    private final PlotCanvas canvas;
    private final Supplier<int[]> shownRows;
    private final Supplier<Palette> palette;
    private FleetSheet sheet = FleetSheet.EMPTY;
    /// Columns that the user chose for the other axis, by kind of plot.
    private final Map<PlotChoice.Kind, String> chosenSecondColumns = new EnumMap<>(PlotChoice.Kind.class);

    private boolean isFilling;
    /// Whether the user chose the value column.
    private boolean isChosen;

    private int requests;
    private boolean isBusy;

    /// @param shownRows rows of the sheet that the table shows
    /// @param actions actions on traces in the plot
    FleetChart(Supplier<Palette> palette, Supplier<int[]> shownRows, PlotCanvas.Actions actions) {
        this.shownRows = shownRows;
        this.palette = palette;
        canvas = new PlotCanvas(palette, this::describe, this::describe, actions);
        setId("fleet-chart");
        getStyleClass().add("tg-chart-pane");
        for (PlotChoice.Kind kind : PlotChoice.Kind.values()) {
            kinds.addSegment(kind, kind.title(), "fleet-chart-" + kind.name().toLowerCase(Locale.ROOT))
                    .setMinWidth(Region.USE_PREF_SIZE);
        }
        kinds.setValue(PlotChoice.Kind.HISTOGRAM);
        kinds.setAlignment(Pos.CENTER_LEFT);
        for (Label label : List.of(preposition, colorLabel)) {
            label.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            label.setMinWidth(Region.USE_PREF_SIZE);
        }
        statistics.setMinWidth(Region.USE_PREF_SIZE);
        HBox top = new HBox(kinds);
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("tg-result-top");
        FlowPane columns = new FlowPane(
                6, 4, valueBox, pair(preposition, secondBox), pair(colorLabel, colorBox), legend, statistics);
        columns.setAlignment(Pos.CENTER_LEFT);
        columns.getStyleClass().add("tg-chart-columns");
        legend.getStyleClass().add("tg-fleet-legend");
        legend.setAlignment(Pos.CENTER_LEFT);
        legend.setId("fleet-legend");
        statistics.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        statistics.setId("fleet-statistics");
        message.getStyleClass().add(Styles.TEXT_3);
        message.setWrapText(true);
        valueBox.setOnShown(_ -> isChosen = true);
        secondBox.valueProperty().addListener(_ -> {
            if (!isFilling) {
                chosenSecondColumns.put(kinds.value(), title(secondBox));
            }
        });
        setTop(new VBox(top, columns));
        setCenter(new StackPane(canvas, message));
        setMinSize(0, 0);
    }

    private static HBox pair(Label label, ComboBox<Integer> box) {
        HBox pair = new HBox(6, label, box);
        pair.setAlignment(Pos.CENTER_LEFT);
        pair.managedProperty().bind(pair.visibleProperty());
        return pair;
    }

    private ComboBox<Integer> box(String id, String none) {
        ComboBox<Integer> box = new ComboBox<>();
        box.setId(id);
        box.getStyleClass().add(Styles.COMPACT);
        box.setMaxWidth(220);
        box.setVisibleRowCount(16);
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(Integer column) {
                return column == null || column >= sheet.columns().size()
                        ? ""
                        : column == NONE ? none : sheet.columns().get(column).title();
            }

            @Override
            public Integer fromString(String title) {
                return sheet.column(title);
            }
        });
        box.valueProperty().addListener(_ -> draw());
        return box;
    }

    PlotCanvas canvas() {
        return canvas;
    }

    /// Returns the column whose values are drawn, or −1.
    int valueColumn() {
        return valueBox.getValue() == null ? NONE : valueBox.getValue();
    }

    boolean isBusy() {
        return isBusy;
    }

    /// Shows a sheet. Keeps the chosen columns that still exist.
    ///
    /// @param showsNewest whether to draw the last measure, because it was just added
    void show(FleetSheet newSheet, boolean showsNewest) {
        String oldValue = title(valueBox);
        String oldColor = title(colorBox);
        boolean hadColumns = !sheet.columns().isEmpty();
        isFilling = true;
        clear();
        sheet = newSheet;
        List<Integer> numbers = sheet.numericColumns();
        valueBox.getItems().setAll(numbers);
        int index = sheet.column(oldValue);
        int last = NONE;
        for (int c : numbers) {
            MeasuredColumn measure = sheet.columns().get(c).measure();
            // Columns of measures that are being computed have no values yet.
            last = measure != null && !measure.values().isEmpty() ? c : last;
        }
        boolean isNotMeasure = index >= 0 && sheet.columns().get(index).kind() != FleetColumn.Kind.MEASURE;
        valueBox.setValue(
                numbers.isEmpty()
                        ? null
                        : (showsNewest || isNotMeasure && !isChosen) && last >= 0
                                ? Integer.valueOf(last)
                                : numbers.contains(index) ? Integer.valueOf(index) : numbers.getFirst());
        fillColors(hadColumns ? oldColor : null);
        fillSecondColumn();
        isFilling = false;
        draw();
    }

    private String title(ComboBox<Integer> box) {
        Integer column = box.getValue();
        return column == null || column < 0 || column >= sheet.columns().size()
                ? ""
                : sheet.columns().get(column).title();
    }

    private void clear() {
        for (ComboBox<Integer> box : List.of(valueBox, secondBox, colorBox)) {
            box.setValue(null);
            box.getItems().clear();
        }
    }

    private void kindChanged() {
        isFilling = true;
        fillSecondColumn();
        isFilling = false;
        draw();
    }

    private void fillColors(@Nullable String old) {
        List<Integer> groups = sheet.groupColumns();
        colorBox.getItems().setAll(groups);
        colorBox.getItems().addFirst(NONE);
        int index = old == null ? NONE : sheet.column(old);
        int suggested = groups.stream().filter(this::isGrouping).findFirst().orElse(NONE);
        colorBox.setValue(
                old == null ? Integer.valueOf(suggested) : groups.contains(index) ? Integer.valueOf(index) : NONE);
    }

    /// Returns whether a column has between 2 and 8 different values that are not numbers.
    private boolean isGrouping(int column) {
        FleetColumn info = sheet.columns().get(column);
        long values = sheet.traces().isEmpty()
                ? 0
                : IntStream.range(0, sheet.traces().size())
                        .mapToObj(r -> sheet.rawText(r, column))
                        .distinct()
                        .limit(9)
                        .count();
        return !info.isNumeric() && values > 1 && values <= 8;
    }

    private void fillSecondColumn() {
        PlotChoice.Kind kind = kinds.value();
        List<Integer> numbers = sheet.numericColumns();
        List<Integer> groups = sheet.groupColumns();
        boolean isBox = kind == PlotChoice.Kind.BOX;
        secondBox.getItems().clear();
        if (isBox) {
            secondBox.getItems().add(NONE);
            secondBox.getItems().addAll(groups);
        } else if (kind == PlotChoice.Kind.SCATTER) {
            secondBox.getItems().addAll(numbers);
        } else {
            secondBox.getItems().addAll(trendColumns());
        }
        String old = chosenSecondColumns.get(kind);
        int index = old == null ? NONE : sheet.column(old);
        Integer suggested = switch (kind) {
            case BOX -> groups.stream().filter(this::isGrouping).findFirst().orElse(NONE);
            case SCATTER ->
                numbers.stream()
                        .filter(c -> !c.equals(valueBox.getValue()))
                        .findFirst()
                        .orElse(numbers.isEmpty() ? null : numbers.getFirst());
            default -> trendColumns().stream().findFirst().orElse(null);
        };
        secondBox.setValue(index >= 0 && secondBox.getItems().contains(index) ? Integer.valueOf(index) : suggested);
        preposition.setText(
                isBox
                        ? FleetPageTexts.BY
                        : kind == PlotChoice.Kind.SCATTER ? FleetPageTexts.AGAINST : FleetPageTexts.OVER);
        secondBox.getParent().setVisible(kind != PlotChoice.Kind.HISTOGRAM);
        colorBox.getParent().setVisible(kind == PlotChoice.Kind.SCATTER || kind == PlotChoice.Kind.TREND);
    }

    /// Returns the columns suitable for the x axis of a trend: numeric labels, the date, builds and other
    /// columns that group traces.
    private List<Integer> trendColumns() {
        List<Integer> columns = new ArrayList<>();
        for (int c = 0; c < sheet.columns().size(); c++) {
            FleetColumn info = sheet.columns().get(c);
            if (info.kind() == FleetColumn.Kind.LABEL && info.isNumeric()) {
                columns.add(c);
            }
        }
        columns.add(sheet.column(FleetPageTexts.MODIFIED));
        sheet.groupColumns().stream().filter(c -> !columns.contains(c)).forEach(columns::add);
        columns.removeIf(c -> c < 0);
        return columns;
    }

    /// Draws the rows that the table currently shows.
    void draw() {
        if (isFilling) {
            return;
        }
        int request = ++requests;
        Integer valueColumn = valueBox.getValue();
        if (valueColumn == null) {
            show(sheet.columns().isEmpty() ? "" : FleetPageTexts.NO_NUMBERS);
            return;
        }
        Integer otherColumn = secondBox.getValue();
        Integer colorColumn = colorBox.getValue();
        boolean hasColors = kinds.value() == PlotChoice.Kind.SCATTER || kinds.value() == PlotChoice.Kind.TREND;
        PlotChoice choice = new PlotChoice(
                kinds.value(),
                valueColumn,
                otherColumn == null ? NONE : otherColumn,
                colorColumn == null || !hasColors ? NONE : colorColumn);
        FleetSheet from = sheet;
        int[] rows = shownRows.get();
        isBusy = true;
        Thread.ofVirtual().start(() -> {
            Plot plot = PlotMaker.make(from, rows, choice);
            FxThread.later(() -> {
                if (request == requests) {
                    isBusy = false;
                    show(plot);
                }
            });
        });
    }

    private void show(Plot plot) {
        if (plot.isEmpty()) {
            show(FleetPageTexts.NO_VALUES);
            return;
        }
        message.setText("");
        canvas.setVisible(true);
        canvas.show(plot);
        fillLegend(plot);
        ValueFormat format = sheet.columns().get(valueBox.getValue()).format();
        Plot.Statistics values = plot.statistics();
        statistics.setText(FleetPageTexts.percentiles(
                format.text(values.median()), format.text(values.p90()), format.text(values.max())));
    }

    private void show(String text) {
        message.setText(text);
        canvas.setVisible(false);
        legend.getChildren().clear();
        statistics.setText("");
    }

    private void fillLegend(Plot plot) {
        legend.getChildren().clear();
        for (int i = 0; i < plot.legend().size(); i++) {
            Region swatch = new Region();
            swatch.getStyleClass().add("tg-fleet-swatch");
            swatch.setStyle("-fx-background-color: " + Palette.css(palette.get().series(i)) + ";");
            Label name = new Label(plot.legend().get(i), swatch);
            name.getStyleClass().add(Styles.SMALL);
            legend.getChildren().add(name);
        }
        legend.setVisible(!plot.legend().isEmpty());
        legend.setManaged(!plot.legend().isEmpty());
    }

    /// Redraws with the current colors.
    void recolor() {
        Plot plot = canvas.plot();
        canvas.draw();
        if (plot != null) {
            fillLegend(plot);
        }
    }

    void select(Set<Integer> rows) {
        canvas.select(rows);
    }

    private String describe(int row) {
        StringBuilder text = new StringBuilder(sheet.rawText(row, 0));
        appendValue(text, row, valueColumn());
        if (secondBox.getParent().isVisible()
                && secondBox.getValue() != null
                && secondBox.getValue() != valueColumn()) {
            appendValue(text, row, secondBox.getValue());
        }
        if (colorBox.getParent().isVisible()
                && colorBox.getValue() != null
                && !colorBox.getValue().equals(secondBox.getValue())) {
            appendValue(text, row, colorBox.getValue());
        }
        return text.toString();
    }

    private void appendValue(StringBuilder text, int row, int column) {
        if (column >= 0) {
            text.append('\n')
                    .append(FleetPageTexts.value(sheet.columns().get(column).title(), sheet.text(row, column)));
        }
    }

    private String describe(Plot.Bin bin) {
        ValueFormat format = sheet.columns().get(valueColumn()).format();
        List<String> names = bin.rows().stream()
                .map(sheet::trace)
                .filter(t -> t != null)
                .map(FleetTrace::name)
                .toList();
        String shown = String.join("\n", names.subList(0, Math.min(MAX_NAMES, names.size())));
        return FleetPageTexts.bin(format.text(bin.from()), format.text(bin.to())) + "\n"
                + FleetPageTexts.binCount(
                        names.size(), FleetPageTexts.andMore(shown, Math.max(0, names.size() - MAX_NAMES)));
    }
}
