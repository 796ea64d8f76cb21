package traceglass.app.panel.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.grid.GridClipboard;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.app.ui.bar.StatusBar;
import traceglass.render.control.Tooltips;

/// Results of one run: a grid, and above it the choice of the result if there are several, and actions to copy and
/// save.
final class ResultView extends BorderPane {

    /// Placeholder before the first run.
    static final String NOTHING_YET = SqlTexts.resultsAppearHere(SqlToolbar.RUN_KEY);

    /// Columns of a fleet result that link to the trace.
    private static final Set<String> LINKED = Set.of("trace_id", "trace", "ts", "id");

    private final StatusBar statusBar;
    private final DataGrid grid;
    private final Segments<Integer> choice = new Segments<>(this::open);
    private final MenuButton columns = ToolButton.menu("table", SqlTexts.COLUMNS);
    private final MenuButton group = ToolButton.menu("sigma", SqlTexts.GROUP);
    private final MenuButton copy = ToolButton.menu("copy", CommonTexts.COPY);
    private final MenuButton save;
    private final Button track = new Button(SqlTexts.SHOW_AS_TRACK, new Icon("timeline", 15));
    private final ToggleButton chart = new ToggleButton(SqlTexts.CHART, new Icon("chart", 15));
    private final ChartPane chartPane = new ChartPane();
    /// Minimum width of the rows next to a chart, px at the default text size.
    private static final double MIN_ROWS_WIDTH = 220;

    private final SplitPane split;
    private List<RowStore> results = List.of();
    private List<String> statements = List.of();
    private int chosen = -1;
    private BiConsumer<String, Node> onTrack = (statement, below) -> {};
    private CellText text;
    private String sql = "";
    private TraceOpener traces;

    ResultView(TraceSlot slot, Messages messages) {
        this.statusBar = messages.status();
        grid = new DataGrid(slot.navigation().navigator()).withRowNumbers().withEmptyText(NOTHING_YET);
        grid.setId("sql-grid");
        grid.table().setAccessibleText(SqlTexts.QUERY_RESULT);
        getStyleClass().add("tg-result");
        choice.setMinWidth(USE_COMPUTED_SIZE);
        choice.setAlignment(Pos.CENTER_LEFT);
        columns.setId("sql-columns");
        columns.setOnShowing(e -> grid.fillColumnMenu(columns.getItems(), columns));
        columns.getItems().add(new MenuItem());
        group.setId("sql-group");
        group.setOnShowing(e -> fillGroups());
        group.getItems().add(new MenuItem());
        copy.setId("sql-copy");
        for (GridClipboard.Format format : GridClipboard.Format.values()) {
            MenuItem item = new MenuItem(SqlTexts.copyAllRowsAs(format.title()));
            item.setId("sql-copy-" + format.name().toLowerCase(Locale.ROOT));
            item.setOnAction(e -> copyAll(format));
            copy.getItems().add(item);
        }
        track.setId("sql-track");
        track.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        Tooltips.set(track, SqlTexts.showAsTrackTooltip(slot.host().commands().keyOf("sql.track")));
        track.setOnAction(e -> showAsTrack());
        save = ExportMenu.of(messages, "sql", () -> grid, () -> "result");
        save.setId("sql-save");
        chart.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        chart.setId("sql-chart");
        chart.setOnAction(e -> showChart(chart.isSelected()));
        track.setMinWidth(USE_PREF_SIZE);
        chart.setMinWidth(USE_PREF_SIZE);
        OverflowRow top = new OverflowRow(2, choice, OverflowRow.space(), columns, group, track, chart, copy, save);
        top.getStyleClass().add("tg-result-top");
        setTop(top);
        split = new SplitPane(grid);
        split.getStyleClass().add("tg-result-split");
        split.widthProperty().addListener((_, _, _) -> arrange(split.getItems().contains(chartPane)));
        SplitPane.setResizableWithParent(chartPane, false);
        chartPane.setId("sql-chart-pane");
        chartPane.onClose(() -> {
            chart.setSelected(false);
            showChart(false);
        });
        // When rows are grouped, the chart shows the groups.
        grid.rowsProperty().addListener((_, _, newValue) -> {
            if (chart.isSelected() && newValue.columns() > 0) {
                showChart(true);
            }
        });
        setCenter(split);
        setMinSize(0, 0);
        update();
    }

    /// Opens the menu of columns, grouping, copying or exporting.
    void openMenu(String id) {
        for (MenuButton b : List.of(columns, group, copy, save)) {
            if (id.equals(b.getId()) && !b.isDisabled()) {
                OverflowRow.reveal(b);
                b.show();
            }
        }
    }

    /// Columns to group by; while groups are shown, the bar above the grid changes the grouping instead.
    private void fillGroups() {
        group.getItems().clear();
        if (grid.showsGroups()) {
            MenuItem ungroup = new MenuItem(SqlTexts.UNGROUP);
            ungroup.setOnAction(e -> grid.ungroup());
            group.getItems().add(ungroup);
            return;
        }
        RowStore rows = grid.rows();
        for (int c = 0; c < rows.columns(); c++) {
            int column = c;
            MenuItem item = new MenuItem(SqlTexts.groupBy(rows.names().get(c)));
            item.setMnemonicParsing(false);
            item.setOnAction(e -> grid.groupBy(column));
            group.getItems().add(item);
        }
    }

    DataGrid grid() {
        return grid;
    }

    /// Shows the last of these results and a choice of the others.
    ///
    /// @param newStatements statement of each result
    void show(List<RowStore> newResults, List<String> newStatements, CellText newText, String newSql) {
        results = newResults;
        statements = newStatements;
        text = newText;
        sql = newSql;
        choice.clear();
        for (int i = 0; results.size() > 1 && i < results.size(); i++) {
            choice.addSegment(i, SqlTexts.result(i + 1), null);
        }
        choice.setValue(results.size() - 1);
        grid.withEmptyText(results.isEmpty() ? SqlTexts.NO_ROWS_OF_STATEMENTS : SqlTexts.NO_ROWS);
        open(results.size() - 1);
        setOpacity(1);
    }

    private void open(int number) {
        chosen = number;
        RowStore rows = number < 0 ? RowStore.EMPTY : results.get(number);
        if (traces == null) {
            grid.show(rows, text, sql);
        } else {
            grid.show(rows, text, columnsWithLinks(rows));
        }
        update();
    }

    /// Opens the trace of a row of a fleet result.
    interface TraceOpener {
        void open(RowStore rows, int row);
    }

    /// Makes rows link to their traces.
    ///
    /// @param opener null for results of the open trace
    void linkTraces(TraceOpener opener) {
        traces = opener;
        if (opener == null) {
            grid.onRowChosen(null, List.of());
        } else {
            grid.onGroupableRowChosen(row -> opener.open(grid.rows(), row), List.of());
            open(chosen);
        }
    }

    /// Returns the columns. Ids and times of a fleet result belong to the trace of the row, so they link to
    /// that trace instead of the open one.
    private static List<GridColumn> columnsWithLinks(RowStore rows) {
        boolean hasTrace = rows.column("trace_id") >= 0;
        return IntStream.range(0, rows.columns())
                .mapToObj(c -> GridColumn.guess(rows, c, _ -> null))
                .map(c -> hasTrace && LINKED.contains(c.title().toLowerCase(Locale.ROOT))
                                || c.kind() == CellKind.TIMESTAMP
                        ? c.linkingTo(GridColumn.ROW)
                        : c)
                .toList();
    }

    /// Shows or hides the chart; without a result, the chart appears with the next result.
    void toggleChart() {
        chart.setSelected(!chart.isSelected());
        if (!chart.isDisabled()) {
            showChart(chart.isSelected());
        }
    }

    private void showChart(boolean isVisible) {
        if (!isVisible) {
            arrange(false);
            return;
        }
        chartPane.show(grid.rows(), text);
        arrange(true);
    }

    /// Shows the chart next to the rows, or instead of them where there is no room for both.
    private void arrange(boolean hasChart) {
        double width = split.getWidth();
        boolean isNarrow = width > 0 && width < (ChartPane.WIDTH + MIN_ROWS_WIDTH) * StyleSheets.factor();
        List<Node> items = !hasChart ? List.of(grid) : isNarrow ? List.of(chartPane) : List.of(grid, chartPane);
        if (!split.getItems().equals(items)) {
            split.getItems().setAll(items);
            split.setDividerPositions(Math.max(.5, 1 - ChartPane.WIDTH * StyleSheets.factor() / Math.max(1, width)));
        }
    }

    /// Dims the results because a later run failed.
    void dim() {
        setOpacity(results.isEmpty() ? 1 : .6);
    }

    private void update() {
        boolean isEmpty = results.isEmpty() || results.getLast().columns() == 0;
        copy.setDisable(isEmpty);
        save.setDisable(isEmpty);
        columns.setDisable(isEmpty);
        group.setDisable(isEmpty);
        chart.setDisable(isEmpty);
        track.setDisable(!canBeTrack() || traces != null);
        choice.setVisible(results.size() > 1);
    }

    /// The displayed result, also while its rows are still being loaded into the grid.
    RowStore chosen() {
        return chosen < 0 || chosen >= results.size() ? RowStore.EMPTY : results.get(chosen);
    }

    /// Sets the action that shows the result as a track; receives its statement and the button below which to open
    /// a form.
    void onTrack(BiConsumer<String, Node> action) {
        onTrack = action;
    }

    /// Returns whether the displayed result has a column that could be a time.
    boolean canBeTrack() {
        RowStore rows = chosen();
        return chosen < statements.size()
                && IntStream.range(0, rows.columns()).anyMatch(c -> rows.type(c).isNumber());
    }

    void showAsTrack() {
        if (canBeTrack()) {
            onTrack.accept(statements.get(chosen), OverflowRow.anchor(track));
        }
    }

    private void copyAll(GridClipboard.Format format) {
        int n = GridClipboard.copyAll(grid, format);
        StatusBar status = statusBar;
        status.setState("check", CommonTexts.COPIED, SqlTexts.rows(n));
    }
}
