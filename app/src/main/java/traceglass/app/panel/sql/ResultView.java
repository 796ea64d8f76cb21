package traceglass.app.panel.sql;

import java.util.List;
import java.util.Locale;
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
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.grid.GridClipboard;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Segments;
import traceglass.app.ui.StatusBar;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.render.control.Hints;
import traceglass.store.text.Texts;

/// The results of one run: a grid, and above it which result is shown when there are several, copy and save.
final class ResultView extends BorderPane {

    /// What stands where the rows come.
    static final String NOTHING_YET = "Results come here. " + SqlTools.RUN_KEY + " runs what stands above.";

    private final StatusBar statusBar;
    private final DataGrid grid;
    private final Segments<Integer> choice = new Segments<>(this::open);
    private final MenuButton columns = ToolButton.menu("table", "Columns");
    private final MenuButton group = ToolButton.menu("sigma", "Group");
    private final MenuButton copy = ToolButton.menu("copy", "Copy");
    private final MenuButton save;
    private final Button track = new Button("Show as track", new Icon("timeline", 15));
    private final ToggleButton chart = new ToggleButton("Chart", new Icon("chart", 15));
    private final ChartPane chartPane = new ChartPane();
    private final SplitPane split;
    private List<RowStore> results = List.of();
    private List<String> statements = List.of();
    private int chosen = -1;
    private BiConsumer<String, Node> onTrack = (statement, below) -> {};
    private CellText text;
    private String sql = "";

    ResultView(TraceSlot slot, Messages messages) {
        this.statusBar = messages.status();
        grid = new DataGrid(slot.navigation().navigator()).withRowNumbers().whenEmpty(NOTHING_YET);
        grid.setId("sql-grid");
        grid.table().setAccessibleText("Result of the query");
        getStyleClass().add("tg-result");
        choice.setMinWidth(USE_COMPUTED_SIZE);
        choice.setAlignment(Pos.CENTER_LEFT);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        columns.setId("sql-columns");
        columns.setOnShowing(e -> grid.fillColumnMenu(columns.getItems(), columns));
        columns.getItems().add(new MenuItem());
        group.setId("sql-group");
        group.setOnShowing(e -> fillGroups());
        group.getItems().add(new MenuItem());
        copy.setId("sql-copy");
        for (GridClipboard.Format format : GridClipboard.Format.values()) {
            MenuItem item = new MenuItem("All rows as " + format.title());
            item.setId("sql-copy-" + format.name().toLowerCase(Locale.ROOT));
            item.setOnAction(e -> copyAll(format));
            copy.getItems().add(item);
        }
        track.setId("sql-track");
        track.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        Hints.set(
                track,
                "Puts these rows on the timeline   " + slot.host().commands().keyOf("sql.track"));
        track.setOnAction(e -> showAsTrack());
        save = ExportMenu.of(messages, "sql", () -> grid, () -> "result");
        save.setId("sql-save");
        chart.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        chart.setId("sql-chart");
        chart.setOnAction(e -> showChart(chart.isSelected()));
        HBox top = new HBox(2, choice, space, columns, group, track, chart, copy, save);
        top.setAlignment(Pos.CENTER_LEFT);
        top.getStyleClass().add("tg-result-top");
        setTop(top);
        split = new SplitPane(grid);
        split.getStyleClass().add("tg-result-split");
        SplitPane.setResizableWithParent(chartPane, false);
        chartPane.setId("sql-chart-pane");
        chartPane.onClose(() -> {
            chart.setSelected(false);
            showChart(false);
        });
        // Groups make a better chart than their rows.
        grid.rowsProperty().addListener((o, was, is) -> {
            if (chart.isSelected() && is.columns() > 0) {
                showChart(true);
            }
        });
        setCenter(split);
        setMinSize(0, 0);
        update();
    }

    /// Opens the menu of the columns, of groups, or of copying.
    void openMenu(String id) {
        for (MenuButton b : List.of(columns, group, copy)) {
            if (id.equals(b.getId()) && !b.isDisabled()) {
                b.show();
            }
        }
    }

    /// Columns of the result by which it can be grouped; while groups are shown, the bar above them changes them.
    private void fillGroups() {
        group.getItems().clear();
        if (grid.showsGroups()) {
            MenuItem leave = new MenuItem("Show the rows ungrouped");
            leave.setOnAction(e -> grid.ungroup());
            group.getItems().add(leave);
            return;
        }
        RowStore rows = grid.rows();
        for (int c = 0; c < rows.columns(); c++) {
            int column = c;
            MenuItem item = new MenuItem("By " + rows.names().get(c));
            item.setMnemonicParsing(false);
            item.setOnAction(e -> grid.groupBy(column));
            group.getItems().add(item);
        }
    }

    DataGrid grid() {
        return grid;
    }

    /// Shows the last of these results; the others are a click away.
    ///
    /// @param newStatements what each result is of
    void show(List<RowStore> newResults, List<String> newStatements, CellText newText, String newSql) {
        results = newResults;
        statements = newStatements;
        text = newText;
        sql = newSql;
        choice.clear();
        for (int i = 0; results.size() > 1 && i < results.size(); i++) {
            choice.add(i, "Result " + (i + 1), null);
        }
        choice.setValue(results.size() - 1);
        grid.whenEmpty(results.isEmpty() ? "The statements ran and answered no rows." : "The query answered no rows.");
        open(results.size() - 1);
        setOpacity(1);
    }

    private void open(int number) {
        chosen = number;
        RowStore rows = number < 0 ? RowStore.EMPTY : results.get(number);
        grid.show(rows, text, sql);
        update();
    }

    /// Shows the chart of the result, or no longer does; where there is no result yet, it comes with it.
    void toggleChart() {
        chart.setSelected(!chart.isSelected());
        if (!chart.isDisabled()) {
            showChart(chart.isSelected());
        }
    }

    private void showChart(boolean wanted) {
        if (!wanted) {
            split.getItems().remove(chartPane);
            return;
        }
        chartPane.show(grid.rows(), text);
        if (!split.getItems().contains(chartPane)) {
            split.getItems().add(chartPane);
            split.setDividerPositions(
                    Math.max(.5, 1 - ChartPane.WIDTH * Sheets.factor() / Math.max(1, split.getWidth())));
        }
    }

    /// Shows that the results are of an earlier run than the one that failed.
    void dim() {
        setOpacity(results.isEmpty() ? 1 : .6);
    }

    private void update() {
        boolean none = results.isEmpty() || results.getLast().columns() == 0;
        copy.setDisable(none);
        save.setDisable(none);
        columns.setDisable(none);
        group.setDisable(none);
        chart.setDisable(none);
        track.setDisable(!canBeTrack());
        choice.setVisible(results.size() > 1);
    }

    /// The result that is shown, also while its rows are still being put into the grid.
    RowStore chosen() {
        return chosen < 0 || chosen >= results.size() ? RowStore.EMPTY : results.get(chosen);
    }

    /// Told the statement of the shown result, and the button below which to ask more, when it is to become a
    /// track.
    void onTrack(BiConsumer<String, Node> action) {
        onTrack = action;
    }

    /// Whether the shown result has a column that could be a time.
    boolean canBeTrack() {
        RowStore rows = chosen();
        return chosen < statements.size()
                && IntStream.range(0, rows.columns()).anyMatch(c -> rows.type(c).isNumber());
    }

    void showAsTrack() {
        if (canBeTrack()) {
            onTrack.accept(statements.get(chosen), track);
        }
    }

    private void copyAll(GridClipboard.Format format) {
        int n = GridClipboard.copyAll(grid, format);
        StatusBar status = statusBar;
        status.setState("check", "Copied", Texts.count(n, "row", "rows"));
    }
}
