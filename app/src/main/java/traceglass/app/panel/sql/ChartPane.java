package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.chart.AreaChart;
import javafx.scene.chart.LineChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.chart.ScatterChart;
import javafx.scene.chart.XYChart;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.store.time.TimeText;

/// Chart of a result next to its grid: bars by group, a histogram, a line or points. The data is computed off the
/// JavaFX thread.
final class ChartPane extends BorderPane {

    /// Choice of the number of rows, or of the row number, in place of a column.
    private static final int NONE = -1;

    private enum Kind {
        BARS(SqlTexts.BARS),
        HISTOGRAM(SqlTexts.HISTOGRAM),
        LINE(SqlTexts.LINE),
        POINTS(SqlTexts.POINTS);

        private final String title;

        Kind(String title) {
            this.title = title;
        }
    }

    private final Segments<Kind> kinds = new Segments<>(kind -> kindChanged());
    private final ComboBox<Integer> y = columnBox("sql-chart-y", SqlTexts.NUMBER_OF_ROWS);
    private final ComboBox<Integer> by = columnBox("sql-chart-by", SqlTexts.ROW);
    private final Label join = new Label(SqlTexts.GROUPED_BY);
    private final StackPane body = new StackPane();
    private Runnable close = () -> {};
    private RowStore rows = RowStore.EMPTY;
    private CellText text;
    private boolean isFilling;
    private int requestCount;

    /// Preferred width in pixels at the default text size.
    static final double WIDTH = 330;

    ChartPane() {
        kinds.setAlignment(Pos.CENTER_LEFT);
        for (Kind kind : Kind.values()) {
            kinds.addSegment(kind, kind.title, "sql-chart-" + kind.name().toLowerCase(Locale.ROOT))
                    .setMinWidth(Region.USE_PREF_SIZE);
        }
        kinds.setValue(Kind.BARS);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox top = new HBox(8, kinds, space, IconButton.of("x", 13, SqlTexts.CLOSE_CHART, () -> close.run()));
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("tg-result-top");
        join.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        HBox columns = new HBox(6, y, join, by);
        columns.setAlignment(Pos.CENTER_LEFT);
        columns.getStyleClass().add("tg-chart-columns");
        setTop(new VBox(top, columns));
        setCenter(body);
        setMinHeight(0);
        StyleSheets.setWidths(this, 220, WIDTH, USE_COMPUTED_SIZE);
        getStyleClass().add("tg-chart-pane");
    }

    private ComboBox<Integer> columnBox(String id, String none) {
        ComboBox<Integer> box = new ComboBox<>();
        box.setId(id);
        box.getStyleClass().add(Styles.COMPACT);
        box.setMinWidth(60);
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(Integer column) {
                // A box may still show a column of the previous result.
                return column == null || column >= rows.columns()
                        ? ""
                        : column == NONE ? none : rows.names().get(column);
            }

            @Override
            public Integer fromString(String name) {
                return rows.column(name);
            }
        });
        box.valueProperty().addListener((_, _, _) -> draw());
        return box;
    }

    void onClose(Runnable newClose) {
        close = newClose;
    }

    /// Shows rows; keeps the chosen columns if the result has columns with the same names.
    void show(RowStore newRows, CellText newText) {
        String oldY = name(y);
        String oldBy = name(by);
        clear();
        rows = newRows;
        text = newText;
        fill(oldY, oldBy);
        draw();
    }

    private String name(ComboBox<Integer> box) {
        return box.getValue() == null || box.getValue() == NONE || box.getValue() >= rows.columns()
                ? null
                : rows.names().get(box.getValue());
    }

    private void kindChanged() {
        fill(name(y), null);
        draw();
    }

    private Kind kind() {
        return kinds.value();
    }

    /// Clears the chosen columns, because they are column indices of the current rows.
    private void clear() {
        isFilling = true;
        y.setValue(null);
        by.setValue(null);
        y.getItems().clear();
        by.getItems().clear();
        isFilling = false;
    }

    private void fill(String oldY, String oldBy) {
        isFilling = true;
        boolean hasBars = kind() == Kind.BARS;
        List<Integer> numbers = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            all.add(c);
            if (rows.type(c).isNumber()) {
                numbers.add(c);
            }
        }
        ChartData.Columns suggested = ChartData.suggest(rows);
        y.getItems().setAll(numbers);
        if (hasBars) {
            y.getItems().addFirst(NONE);
        }
        by.getItems().setAll(hasBars ? all : numbers);
        by.getItems().addFirst(NONE);
        int keptY = oldY == null ? -1 : rows.column(oldY);
        int keptBy = oldBy == null ? -1 : rows.column(oldBy);
        y.setValue(
                keptY >= 0 && y.getItems().contains(keptY)
                        ? Integer.valueOf(keptY)
                        : y.getItems().contains(suggested.y())
                                ? Integer.valueOf(suggested.y())
                                : y.getItems().isEmpty() ? null : y.getItems().getFirst());
        by.setValue(
                keptBy >= 0 && by.getItems().contains(keptBy) ? keptBy : hasBars ? suggested.group() : suggested.x());
        join.setText(hasBars ? SqlTexts.GROUPED_BY : SqlTexts.OVER);
        boolean excludesSmall = kind() != Kind.HISTOGRAM;
        join.setVisible(excludesSmall);
        by.setVisible(excludesSmall);
        isFilling = false;
    }

    private void draw() {
        if (isFilling) {
            return;
        }
        int request = ++requestCount;
        if (y.getValue() == null) {
            showMessage(SqlTexts.NO_NUMERIC_COLUMN);
            return;
        }
        int column = y.getValue();
        int other = by.getValue() == null ? NONE : by.getValue();
        RowStore chartRows = rows;
        Kind kind = kind();
        Thread.ofVirtual().start(() -> {
            Object data = switch (kind) {
                case BARS -> ChartData.bars(chartRows, other, column);
                case HISTOGRAM -> ChartData.histogram(chartRows, column);
                case LINE, POINTS -> ChartData.points(chartRows, other, column);
            };
            FxThread.later(() -> {
                if (request == requestCount) {
                    body.getChildren().setAll(node(kind, data, column, other));
                }
            });
        });
    }

    private void showMessage(String content) {
        Label label = new Label(content);
        label.getStyleClass().add(Styles.TEXT_3);
        label.setWrapText(true);
        body.getChildren().setAll(label);
    }

    @SuppressWarnings("unchecked")
    private Node node(Kind kind, Object data, int column, int other) {
        return switch (kind) {
            case BARS -> bars((List<ChartData.Bar>) data, column);
            case HISTOGRAM -> histogram((List<ChartData.Bin>) data, column);
            case LINE, POINTS -> points(kind, (List<ChartData.Point>) data, column, other);
        };
    }

    private Node bars(List<ChartData.Bar> bars, int column) {
        double max = bars.stream().mapToDouble(ChartData.Bar::value).max().orElse(1);
        VBox list = new VBox(8);
        list.getStyleClass().add("tg-chart-bars");
        for (ChartData.Bar bar : bars) {
            Label name = new Label(bar.name());
            name.setMinWidth(0);
            Label value = new Label(value(bar.value(), column));
            value.getStyleClass().addAll(Styles.MONO, Styles.TEXT_2);
            value.setMinWidth(Region.USE_PREF_SIZE);
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            Region full = new Region();
            full.getStyleClass().add("tg-chart-bar");
            Region track = new Region();
            track.getStyleClass().add("tg-chart-track");
            StackPane line = new StackPane(track, full);
            line.setAlignment(Pos.CENTER_LEFT);
            full.maxWidthProperty()
                    .bind(line.widthProperty().multiply(max > 0 ? Math.clamp(bar.value() / max, 0, 1) : 0));
            list.getChildren().add(new VBox(3, new HBox(8, name, space, value), line));
        }
        ScrollPane scroll = new ScrollPane(list);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("edge-to-edge");
        return scroll;
    }

    private String value(double v, int column) {
        return column != NONE && isDuration(column) ? TimeText.duration(Math.round(v)) : CellText.number(v);
    }

    private boolean isDuration(int column) {
        String name = rows.names().get(column).toLowerCase(Locale.ROOT);
        return name.equals("dur") || name.endsWith("_dur");
    }

    private boolean isTime(int column) {
        String name = rows.names().get(column).toLowerCase(Locale.ROOT);
        return name.equals("ts") || name.endsWith("_ts");
    }

    private Node histogram(List<ChartData.Bin> bins, int column) {
        XYChart.Series<Number, Number> series = new XYChart.Series<>();
        // Two points per bin draw a step.
        for (ChartData.Bin bin : bins) {
            series.getData().add(new XYChart.Data<>(bin.from(), bin.count()));
            series.getData().add(new XYChart.Data<>(bin.to(), bin.count()));
        }
        AreaChart<Number, Number> chart = new AreaChart<>(fitted(axis(column), series), axis(NONE));
        chart.setCreateSymbols(false);
        return finish(chart, series);
    }

    private Node points(Kind kind, List<ChartData.Point> points, int column, int other) {
        XYChart.Series<Number, Number> series = new XYChart.Series<>();
        for (ChartData.Point p : points) {
            series.getData().add(new XYChart.Data<>(p.x(), p.y()));
        }
        if (kind == Kind.POINTS) {
            return finish(new ScatterChart<>(fitted(axis(other), series), axis(column)), series);
        }
        LineChart<Number, Number> chart = new LineChart<>(fitted(axis(other), series), axis(column));
        chart.setCreateSymbols(false);
        return finish(chart, series);
    }

    /// Limits the x axis to the range of the data, with about five ticks at steps of 1, 2 or 5 times a power of
    /// ten.
    private static NumberAxis fitted(NumberAxis axis, XYChart.Series<Number, Number> series) {
        double min = series.getData().stream()
                .mapToDouble(d -> d.getXValue().doubleValue())
                .min()
                .orElse(0);
        double max = series.getData().stream()
                .mapToDouble(d -> d.getXValue().doubleValue())
                .max()
                .orElse(0);
        if (max - min > Math.ulp(max) * 16) {
            double rough = (max - min) / 5;
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            axis.setAutoRanging(false);
            axis.setLowerBound(min);
            axis.setUpperBound(max);
            axis.setTickUnit(
                    rough / power < 1.5
                            ? power
                            : rough / power < 3.5 ? 2 * power : rough / power < 7.5 ? 5 * power : 10 * power);
        }
        return axis;
    }

    private static Node finish(XYChart<Number, Number> chart, XYChart.Series<Number, Number> series) {
        chart.getData().add(series);
        chart.setAnimated(false);
        chart.setLegendVisible(false);
        chart.setMinSize(0, 0);
        chart.getStyleClass().add("tg-chart");
        return chart;
    }

    private NumberAxis axis(int column) {
        NumberAxis axis = new NumberAxis();
        axis.setForceZeroInRange(column == NONE);
        axis.setAnimated(false);
        axis.setMinorTickVisible(false);
        boolean isDuration = column != NONE && isDuration(column);
        boolean isTime = column != NONE && isTime(column) && text != null;
        axis.setTickLabelFormatter(new StringConverter<>() {
            @Override
            public String toString(Number n) {
                long ns = Math.round(n.doubleValue());
                return isDuration
                        ? TimeText.duration(ns)
                        : isTime ? TimeText.duration(ns - text.trace().start()) : CellText.number(n.doubleValue());
            }

            @Override
            public Number fromString(String s) {
                return Double.valueOf(s);
            }
        });
        return axis;
    }
}
