package traceglass.app.panel.sql;

import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.AppContext;
import traceglass.app.grid.CellText;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.GridClipboard;
import traceglass.app.grid.ResultFile;
import traceglass.app.grid.RowStore;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.app.window.StatusBar;

/// The results of one run: a grid, and above it which result is shown when there are several, copy and save.
final class ResultView extends BorderPane {

    private final AppContext context;
    private final DataGrid grid;
    private final HBox choice = new HBox(2);
    private final Button copy = button("copy", "Copy");
    private final MenuButton save = new MenuButton("Export", new Icon("export", 15));
    private final ToggleButton chart = new ToggleButton("Chart", new Icon("chart", 15));
    private final ChartPane chartPane = new ChartPane();
    private final SplitPane split;
    private List<RowStore> results = List.of();
    private CellText text;
    private String sql = "";

    ResultView(AppContext context) {
        this.context = context;
        grid = new DataGrid(context.navigator()).withRowNumbers().whenEmpty("Results come here. Ctrl Enter runs what stands above.");
        grid.setId("sql-grid");
        getStyleClass().add("tg-result");
        choice.getStyleClass().add("tg-segments");
        choice.setAlignment(Pos.CENTER_LEFT);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        copy.setOnAction(e -> copyAll());
        for (ResultFile.Format format : ResultFile.Format.values()) {
            MenuItem item = new MenuItem(format.title() + " …");
            item.setId("sql-save-" + format.name().toLowerCase(Locale.ROOT));
            item.setOnAction(e -> ResultFile.save(context, grid, format, "result"));
            save.getItems().add(item);
        }
        save.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        save.setId("sql-save");
        chart.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        chart.setId("sql-chart");
        chart.setOnAction(e -> showChart(chart.isSelected()));
        HBox top = new HBox(4, choice, space, chart, copy, save);
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
        setCenter(split);
        setMinSize(0, 0);
        update();
    }

    private static Button button(String icon, String title) {
        Button b = new Button(title, new Icon(icon, 15));
        b.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        return b;
    }

    DataGrid grid() {
        return grid;
    }

    /// Shows the last of these results; the others are a click away.
    void show(List<RowStore> newResults, CellText newText, String newSql) {
        results = newResults;
        text = newText;
        sql = newSql;
        choice.getChildren().clear();
        ToggleGroup group = new ToggleGroup();
        for (int i = 0; results.size() > 1 && i < results.size(); i++) {
            RowStore rows = results.get(i);
            ToggleButton b = new ToggleButton("Result " + (i + 1));
            b.getStyleClass().add("tg-segment");
            b.setToggleGroup(group);
            b.setSelected(i == results.size() - 1);
            b.setOnAction(e -> {
                b.setSelected(true);
                open(rows);
            });
            choice.getChildren().add(b);
        }
        grid.whenEmpty(results.isEmpty() ? "The statements ran and answered no rows." : "The query answered no rows.");
        open(results.isEmpty() ? RowStore.EMPTY : results.getLast());
        setOpacity(1);
    }

    private void open(RowStore rows) {
        grid.show(rows, text, sql);
        if (chart.isSelected()) {
            chartPane.show(rows, text);
        }
        update();
    }

    private void showChart(boolean wanted) {
        if (!wanted) {
            split.getItems().remove(chartPane);
            return;
        }
        chartPane.show(grid.rows(), text);
        if (!split.getItems().contains(chartPane)) {
            split.getItems().add(chartPane);
            split.setDividerPositions(Math.max(.5, 1 - 330 / Math.max(1, split.getWidth())));
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
        chart.setDisable(none);
        choice.setVisible(results.size() > 1);
    }

    private void copyAll() {
        int n = GridClipboard.copyAll(grid);
        StatusBar status = context.status();
        status.setState("check", "Copied", Texts.count(n, "row", "rows"));
    }
}
