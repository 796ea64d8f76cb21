package traceglass.app.grid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableColumn;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.Grouping;
import traceglass.analysis.rows.RowFilter;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowSort;
import traceglass.analysis.rows.RowSorting;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Tests sorting by several columns, grouping and frozen columns.
@ExtendWith(ApplicationExtension.class)
class GroupedGridTest {

    private static final CellText TEXT = CellText.of(new TimeSpan(0, 1_000_000_000));
    /// Six rows: name cycles through a, b, c; dur is 10 to 60.
    private static final String SIX_ROWS =
            "SELECT chr(97 + (range % 3)::INTEGER) AS name, (range + 1) * 10 AS dur, range % 2 AS odd FROM range(6)";

    private final PanelFixture fixture = new PanelFixture();
    private DataGrid grid;

    @Start
    void start(Stage stage) {
        fixture.open();
        grid = new DataGrid(fixture.slot.navigation().navigator()).withRowNumbers();
        PanelFixture.show(stage, grid, 900, 500);
    }

    private static RowStore rows(String sql) throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            return RowReader.query(new TraceQueries(c), sql);
        }
    }

    private void show(String sql) throws SQLException, QueryException, IOException {
        RowStore rows = rows(sql);
        PanelFixture.fx(() -> grid.show(rows, TEXT, sql));
        PanelFixture.await(() -> !grid.busyProperty().get() && grid.rows() == rows);
    }

    private void groupBy(int column) {
        PanelFixture.fx(() -> grid.groupBy(column));
        PanelFixture.await(() -> !grid.busyProperty().get() && grid.showsGroups());
    }

    /// All rows shown as text, in display order.
    private List<String> shownRows() {
        List<String> all = new ArrayList<>();
        for (int row : grid.order()) {
            List<String> cells = new ArrayList<>();
            for (int c = 0; c < grid.rows().columns(); c++) {
                cells.add(grid.rows().getText(row, c));
            }
            all.add(String.join(" ", cells.stream().map(String::valueOf).toList()));
        }
        return all;
    }

    private static void click(Node node, boolean shift) {
        PanelFixture.fx(() -> {
            javafx.geometry.Bounds b = node.localToScene(node.getBoundsInLocal());
            for (var type : List.of(MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED)) {
                node.fireEvent(new MouseEvent(
                        type,
                        b.getCenterX(),
                        b.getCenterY(),
                        b.getCenterX(),
                        b.getCenterY(),
                        MouseButton.PRIMARY,
                        1,
                        shift,
                        false,
                        false,
                        false,
                        true,
                        false,
                        false,
                        false,
                        false,
                        true,
                        new PickResult(node, b.getCenterX(), b.getCenterY())));
            }
        });
    }

    private static Node header(FxRobot robot, String title) {
        return robot.lookup(".column-header .label").queryAllAs(Label.class).stream()
                .filter(l -> title.equals(l.getText()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shiftClickAddsASortColumnAndHeadersShowItsPosition(FxRobot robot)
            throws SQLException, QueryException, IOException {
        show(SIX_ROWS);
        click(header(robot, "odd"), false);
        click(header(robot, "name"), true);
        click(header(robot, "name"), true);
        PanelFixture.await(() -> grid.table().getSortOrder().size() == 2);
        assertEquals(List.of("c 30 0", "b 50 0", "a 10 0", "c 60 1", "b 20 1", "a 40 1"), shownRows());
        List<String> positions = robot.lookup(".tg-sort-position").queryAllAs(Label.class).stream()
                .filter(Node::isVisible)
                .map(Label::getText)
                .sorted()
                .toList();
        assertEquals(List.of("1", "2"), positions);
        click(header(robot, "odd"), false);
        PanelFixture.await(() -> grid.table().getSortOrder().size() == 1);
        assertTrue(robot.lookup(".tg-sort-position").queryAll().stream().noneMatch(Node::isVisible));
    }

    @Test
    void countsGroupsAndSumsDurations(FxRobot robot) throws SQLException, QueryException, IOException {
        show(SIX_ROWS);
        groupBy(0);
        assertEquals(
                List.of("name", "count", "sum(dur)", "avg(dur)", "max(dur)"),
                grid.rows().names());
        assertEquals(List.of("c 2 90 45.0 60", "b 2 70 35.0 50", "a 2 50 25.0 40"), shownRows());
        assertTrue(robot.lookup("90 ns").tryQuery().isPresent());
    }

    @Test
    void addsGroupColumnsAndAggregatesInTheBar(FxRobot robot) throws SQLException, QueryException, IOException {
        show(SIX_ROWS);
        groupBy(0);
        choose(robot, "#group-add-key", "odd");
        PanelFixture.await(() -> !grid.busyProperty().get() && grid.rows().size() == 6);
        choose(robot, "#group-add-value", "name", "distinct");
        choose(robot, "#group-add-value", "dur", "p95");
        PanelFixture.await(
                () -> !grid.busyProperty().get() && grid.rows().names().contains("p95(dur)"));
        assertEquals(
                List.of("name", "odd", "count", "sum(dur)", "avg(dur)", "max(dur)", "distinct(name)", "p95(dur)"),
                grid.rows().names());
        assertEquals("c 1 1 60 60.0 60 1 60.0", shownRows().getFirst());
    }

    /// Chooses a menu item, and an item of its submenu.
    private void choose(FxRobot robot, String button, String... path) {
        PanelFixture.await(() -> !grid.busyProperty().get());
        PanelFixture.fx(() -> {
            List<MenuItem> items =
                    robot.lookup(button).queryAs(MenuButton.class).getItems();
            MenuItem found = null;
            for (String step : path) {
                found = items.stream()
                        .filter(i -> step.equals(i.getText()))
                        .findFirst()
                        .orElseThrow();
                items = found instanceof javafx.scene.control.Menu m ? m.getItems() : List.of();
            }
            found.fire();
        });
    }

    @Test
    void opensRowsOfAGroupAndReturns(FxRobot robot) throws SQLException, QueryException, IOException {
        show(SIX_ROWS);
        PanelFixture.fx(() -> grid.addFilter(new RowFilter(1, RowFilter.Test.GREATER, "10")));
        groupBy(0);
        assertEquals(List.of("c 2 90 45.0 60", "b 2 70 35.0 50", "a 1 40 40.0 40"), shownRows());
        PanelFixture.fx(() -> {
            grid.table().requestFocus();
            grid.table().getFocusModel().focus(1);
        });
        robot.push(KeyCode.ENTER);
        PanelFixture.await(() -> !grid.showsGroups());
        assertEquals(List.of("b 20 1", "b 50 0"), shownRows());
        assertEquals(
                2, robot.lookup(".tg-filter-chips .tg-filter-chip").queryAll().size());
        Controls.press(robot, "#group-back");
        assertEquals(3, shownRows().size());
        assertTrue(grid.showsGroups());
        Controls.press(robot, "#group-leave");
        assertFalse(grid.showsGroups());
        assertEquals(List.of("b 20 1", "c 30 0", "a 40 1", "b 50 0", "c 60 1"), shownRows());
    }

    @Test
    void aNewResultIsNotGrouped(FxRobot robot) throws SQLException, QueryException, IOException {
        show(SIX_ROWS);
        groupBy(0);
        show("SELECT 1 AS other");
        assertFalse(grid.showsGroups());
        assertFalse(robot.lookup(".tg-group-bar").query().isVisible());
    }

    @Test
    void aResultIsShownEvenIfThePreviousGroupsChangeMeanwhile() throws SQLException, QueryException, IOException {
        show(SIX_ROWS);
        groupBy(0);
        RowStore rows = rows("SELECT range AS n, range % 7 AS k FROM range(300)");
        PanelFixture.fx(() -> {
            grid.show(rows, TEXT, "");
            grid.ungroup();
            grid.sortBy("n", true);
        });
        PanelFixture.await(() -> !grid.busyProperty().get() && grid.rows() == rows);
        assertFalse(grid.showsGroups());
        assertEquals("299 5", shownRows().getFirst());
    }

    @Test
    void groupsAMillionRowsLikeTheDatabaseDoes() throws SQLException, QueryException, IOException {
        String sql =
                "SELECT 'name ' || (range % 1013) AS name, range * 1000 AS dur, CASE WHEN range % 5 = 0 THEN NULL ELSE"
                        + " range / 7.0 END AS x FROM range(1000000)";
        show(sql);
        groupBy(0);
        PanelFixture.fx(() -> grid.groups()
                .change(new Grouping(
                        List.of(0),
                        List.of(
                                new Grouping.Value(Grouping.Function.SUM, 1),
                                new Grouping.Value(Grouping.Function.P50, 2),
                                new Grouping.Value(Grouping.Function.P95, 1),
                                new Grouping.Value(Grouping.Function.DISTINCT, 2)))));
        PanelFixture.await(
                () -> !grid.busyProperty().get() && grid.rows().names().size() == 6);
        RowStore expected = rows(
                "SELECT name, count(*), sum(dur) AS s, quantile_cont(x, .5), quantile_cont(dur, .95), count(DISTINCT"
                        + " x) FROM ("
                        + sql + ") GROUP BY name ORDER BY s DESC, name");
        assertEquals(expected.size(), grid.rows().size());
        for (int row = 0; row < expected.size(); row++) {
            for (int c = 0; c < 6; c++) {
                assertEquals(expected.getText(row, c), grid.rows().getText(row, c), "row " + row + ", column " + c);
            }
        }
    }

    @Test
    void sortsRowsThatExceedMemoryInTheSameOrder() throws SQLException, QueryException, IOException {
        RowStore rows = rows(
                "SELECT CASE WHEN range % 11 = 0 THEN NULL WHEN range % 2 = 0 THEN 'Name ' || (range % 97) ELSE 'name"
                        + " ' || (range % 97) END AS name, (range * 7919) % 101 AS n FROM range(20000)");
        int[] filtered = IntStream.range(0, 20_000).filter(i -> i % 3 != 0).toArray();
        for (boolean descending : new boolean[] {false, true}) {
            List<RowSorting.Key> keys = List.of(new RowSorting.Key(0, descending), new RowSorting.Key(1, !descending));
            assertArrayEquals(RowSorting.sorted(rows, filtered, keys), RowSort.sortInDatabase(rows, filtered, keys));
        }
    }

    @Test
    void frozenColumnsStayWhileTheOthersScroll(FxRobot robot) throws SQLException, QueryException, IOException {
        StringBuilder sql = new StringBuilder("SELECT 'first ' || range AS a0");
        for (int c = 1; c < 30; c++) {
            sql.append(", 'some text ' || range AS a").append(c);
        }
        show(sql + " FROM range(100)");
        PanelFixture.fx(() -> grid.freeze(2));
        ScrollBar bar = robot.lookup(".scroll-bar").queryAllAs(ScrollBar.class).stream()
                .filter(b -> b.getOrientation() == javafx.geometry.Orientation.HORIZONTAL)
                .findFirst()
                .orElseThrow();
        double before = robot.lookup((Node n) -> n instanceof Label l && "a0".equals(l.getText()))
                .query()
                .localToScene(0, 0)
                .getX();
        PanelFixture.fx(() -> bar.setValue(bar.getMax()));
        PanelFixture.fx(() -> grid.table().layout());
        assertEquals(before, header(robot, "a0").localToScene(0, 0).getX(), 1);
        Node cell = robot.lookup((Node n) -> n instanceof GridCell c
                        && "first 3".equals(c.getText())
                        && c.getParent().getStyleClass().contains("tg-frozen-cells"))
                .query();
        double x = cell.localToScene(0, 0).getX();
        assertTrue(x > 20 && x < 80, "at " + x);
        TableColumn<Integer, ?> last = grid.table().getColumns().getLast();
        assertTrue(header(robot, "a29").localToScene(0, 0).getX() > 500 && last.isVisible());
        PanelFixture.fx(() -> grid.freeze(0));
        PanelFixture.fx(() -> grid.table().layout());
        assertTrue(header(robot, "a0").localToScene(0, 0).getX() < 0);
        assertTrue(robot.lookup(".tg-frozen-cells").queryAll().isEmpty());
    }

    @Test
    void showsRawDurationsOnRequest(FxRobot robot) throws SQLException, QueryException, IOException {
        show("SELECT 1500000 AS dur");
        assertTrue(robot.lookup("1.500 ms").tryQuery().isPresent());
        PanelFixture.fx(() -> grid.rawProperty().set(true));
        assertTrue(robot.lookup("1500000").tryQuery().isPresent());
    }

    @Test
    void filtersAcceptUnitsAndCompareAllDigits() throws SQLException, QueryException, IOException {
        show("SELECT 1700000000000000000 + range AS ts, range * 1000000 AS dur, CASE WHEN range % 2 = 0 THEN 'Even'"
                + " END AS t FROM range(10)");
        List<GridColumn> columns = grid.content().columns();
        assertEquals("2500000", FilterEditor.plain("2.5 ms", columns.get(1), TEXT));
        assertEquals("3000000000", FilterEditor.plain("3 s", columns.get(0), TEXT));
        assertEquals(
                List.of(4, 5, 6, 7, 8, 9),
                matchingRows(new RowFilter(0, RowFilter.Test.GREATER, "1700000000000000003")));
        assertEquals(List.of(0, 1, 2), matchingRows(new RowFilter(1, RowFilter.Test.LESS, "2500000")));
        assertEquals(List.of(1, 3, 5, 7, 9), matchingRows(new RowFilter(2, RowFilter.Test.NULL, null)));
        assertEquals(List.of(0, 2, 4, 6, 8), matchingRows(new RowFilter(2, RowFilter.Test.NOT_NULL, null)));
        assertEquals(List.of(1, 3, 5, 7, 9), matchingRows(new RowFilter(2, RowFilter.Test.NOT_CONTAINS, "eve")));
        assertEquals(List.of(0, 2, 4, 6, 8), matchingRows(new RowFilter(2, RowFilter.Test.MATCHES, "^E.*n$")));
        assertEquals("Not a number: soon.", RowFilter.problem(RowType.LONG, RowFilter.Test.LESS, "soon"));
    }

    private List<Integer> matchingRows(RowFilter filter) {
        return IntStream.of(RowSorting.filter(grid.rows(), RowSorting.allRows(grid.rows()), List.of(filter)))
                .boxed()
                .toList();
    }

    @Test
    void copiesRowsAndColumnsInTheRequestedFormat() throws SQLException, QueryException, IOException {
        show("SELECT 'a|b' AS t, 1 AS n UNION ALL SELECT NULL, 2 ORDER BY n");
        assertEquals(
                "| t | n |\n| --- | ---: |\n| a\\|b | 1 |\n| NULL | 2 |\n",
                GridClipboard.text(grid.rows(), grid.order(), List.of(0, 1), GridClipboard.Format.MARKDOWN));
        assertEquals("n\n1\n2\n", GridClipboard.text(grid.rows(), grid.order(), List.of(1), GridClipboard.Format.CSV));
        PanelFixture.fx(() -> GridClipboard.copyAll(grid, GridClipboard.Format.JSON));
        String[] text = new String[1];
        PanelFixture.fx(() ->
                text[0] = javafx.scene.input.Clipboard.getSystemClipboard().getString());
        assertEquals("[\n{\"t\": \"a|b\", \"n\": 1},\n{\"t\": null, \"n\": 2}\n]\n", text[0]);
    }
}
