package traceglass.app.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowFilter;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.app.testing.TruncatedText;
import traceglass.app.theme.WindowTheme;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

@ExtendWith(ApplicationExtension.class)
class DataGridTest {

    private static final CellText TEXT = CellText.of(new TimeSpan(0, 1_000_000_000));

    private final PanelFixture fixture = new PanelFixture();
    private DataGrid grid;

    private WindowTheme theme;

    @Start
    void start(Stage stage) {
        fixture.open();
        grid = new DataGrid(fixture.slot.navigation().navigator()).withRowNumbers();
        theme = PanelFixture.show(stage, grid, 900, 500);
    }

    private void show(String sql) throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(new TraceQueries(c), sql);
            PanelFixture.fx(() -> grid.show(rows, TEXT, sql));
            PanelFixture.await(() -> !grid.busyProperty().get() && grid.rows() == rows);
        }
    }

    private void show(String sql, GridColumn... columns) throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(new TraceQueries(c), sql);
            PanelFixture.fx(() -> grid.show(rows, TEXT, List.of(columns)));
        }
    }

    /// Texts of the visible cells of a row, by its position from the top.
    private List<String> row(FxRobot robot, int position) {
        return robot.lookup(".table-cell").queryAllAs(TableCell.class).stream()
                .filter(c -> c.getIndex() == position && c.isVisible())
                .sorted(java.util.Comparator.comparingDouble(Node::getLayoutX))
                .map(c -> String.valueOf(c.getAccessibleText() != null ? c.getAccessibleText() : c.getText()))
                .toList();
    }

    @Test
    void aSmallResultIsPreparedOffTheJavaFxThread() throws SQLException, QueryException, IOException {
        show("SELECT 1 AS n");
        PanelFixture.fx(() -> grid.table().getSelectionModel().select(0));
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(
                    new TraceQueries(c), "SELECT range AS n, range / 7 AS x, 'row ' || range AS name FROM range(300)");
            PanelFixture.fx(() -> {
                assertEquals(0, grid.focusedRow());
                grid.show(rows, TEXT, "");
                assertEquals(1, grid.rows().size(), "the earlier result is shown until the next one is prepared");
                assertEquals(-1, grid.focusedRow(), "its rows are no longer focused");
            });
            PanelFixture.await(() -> grid.rows() == rows);
        }
    }

    @Test
    void scrollsThroughAMillionRowsWithFewCells(FxRobot robot) throws SQLException, QueryException, IOException {
        show("SELECT range AS n, 'row ' || range AS name FROM range(1000000)");
        assertEquals(1_000_000, grid.shownProperty().get());
        assertEquals(List.of("1", "n 0", "name row 0"), row(robot, 0));
        Controls.click(robot, text(robot, "row 0"));
        robot.push(KeyCode.END);
        PanelFixture.await(() -> !row(robot, 999_999).isEmpty());
        assertEquals("name row 999999", row(robot, 999_999).getLast());
        assertTrue(robot.lookup(".table-cell").queryAll().size() < 400);
        for (int step = 0; step < 50; step++) {
            int to = step * 20_000;
            PanelFixture.fx(() -> grid.table().scrollTo(to));
        }
        assertEquals("name row 980000", row(robot, 980_000).getLast());
    }

    @Test
    void sortsAMillionRowsByAClickOnTheHeader(FxRobot robot) throws SQLException, QueryException, IOException {
        show("SELECT (range * 7919) % 1000003 AS n, 'x' AS t FROM range(1000000)");
        Node header = robot.lookup(".column-header .label").queryAllAs(Label.class).stream()
                .filter(l -> "n".equals(l.getText()))
                .findFirst()
                .orElseThrow();
        Controls.click(robot, header);
        PanelFixture.await(
                () -> !grid.busyProperty().get() && !grid.table().getSortOrder().isEmpty());
        assertEquals("n 0", row(robot, 0).get(1));
        Controls.click(robot, header);
        PanelFixture.await(
                () -> !grid.busyProperty().get() && row(robot, 0).get(1).length() > 3);
        assertEquals("n 1 000 002", row(robot, 0).get(1).replace('\u2009', ' '));
    }

    @Test
    void sortOrderFiltersAndSumsWaitUntilALargeResultIsComplete(FxRobot robot)
            throws SQLException, QueryException, IOException {
        show("SELECT 'before' AS name, 1 AS n");
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(
                    new TraceQueries(c), "SELECT range AS n, 'row ' || range AS name FROM range(20000)");
            PanelFixture.fx(() -> {
                grid.show(rows, TEXT, "");
                grid.sortBy("n", true);
                grid.addFilter(new RowFilter(1, RowFilter.Test.CONTAINS, "77"));
                grid.setTextFilter("777");
                grid.setSummary(List.of("sum", "all"));
            });
            PanelFixture.await(() -> !grid.busyProperty().get() && grid.rows() == rows);
        }
        PanelFixture.await(
                () -> !row(robot, 0).isEmpty() && row(robot, 0).get(1).contains("777"));
        assertEquals(List.of("1", "n 19\u2009777", "name row 19777"), row(robot, 0));
        assertEquals(38, grid.shownProperty().get());
        assertEquals(1, grid.filters().size());
        Label sum = robot.lookup(".tg-grid-summary .label").queryAllAs(Label.class).stream()
                .filter(l -> l.getText().equals("sum"))
                .findFirst()
                .orElseThrow();
        assertTrue(sum.isVisible() && sum.getStyleClass().contains("tg-right"), "the sum is not below its numbers");
    }

    private static Node text(FxRobot robot, String text) {
        return robot.lookup((Node n) -> n instanceof Text t && t.getText().equals(text))
                .query();
    }

    @Test
    void columnsOfLongTextShrinkBeforeTheListScrollsHorizontally(FxRobot robot)
            throws SQLException, QueryException, IOException {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:")) {
            RowStore rows = RowReader.query(
                    new TraceQueries(c),
                    "SELECT 'lib' AS module, 12 AS n, repeat('what to do ', 9) AS advice, '/a/' || repeat('b', 90) AS"
                            + " path");
            PanelFixture.fx(() -> grid.show(
                    rows,
                    TEXT,
                    List.of(
                            GridColumn.of(0, "Module", CellKind.TEXT).withWidth(170),
                            GridColumn.of(1, "Count", CellKind.INTEGER).withWidth(96),
                            GridColumn.of(2, "Advice", CellKind.TEXT).withWidth(340),
                            GridColumn.of(3, "Path", CellKind.TEXT).withWidth(-1))));
        }
        setGridWidth(995);
        assertEquals(340, width("Advice"), 1);
        setGridWidth(600);
        assertFalse(scrollsHorizontally(), "the list scrolls horizontally");
        assertTrue(width("Advice") < 300 && width("Advice") >= 200, "" + width("Advice"));
        assertEquals(96, width("Count"), 1);
        assertEquals(List.of(), TruncatedText.in(grid));
        setGridWidth(500);
        assertTrue(scrollsHorizontally());
        assertEquals(340, width("Advice"), 1, "the column shrinks although the list scrolls anyway");
        setGridWidth(995);
        assertEquals(340, width("Advice"), 1);
        setGridWidth(900);
    }

    @Test
    void longNamesLeaveRoomForNumbersWhereTheListScrolls(FxRobot robot)
            throws SQLException, QueryException, IOException {
        show("SELECT repeat('long name ', 9) AS name, 10000000 AS a, 20000000 AS b, 30000000 AS c FROM range(3)");
        setGridWidth(520);
        assertFalse(scrollsHorizontally(), "the list scrolls horizontally");
        assertTrue(width("name") >= 160, "" + width("name"));
        setGridWidth(390);
        assertTrue(scrollsHorizontally());
        assertEquals(160, width("name"), 1);
        setGridWidth(900);
        assertFalse(scrollsHorizontally(), "the list scrolls horizontally");
        assertTrue(width("name") > 300, "" + width("name"));
    }

    @Test
    void columnsLeaveRoomForAScrollBarThatAppearsLater(FxRobot robot) throws SQLException, QueryException, IOException {
        show("SELECT 'name' AS name, 1 AS n FROM range(6)");
        double height = grid.table().getHeight();
        assertTrue(height > 200, height + " px");
        assertFalse(scrollsHorizontally(), "the list scrolls horizontally");
        PanelFixture.fx(() -> grid.getScene().getWindow().setHeight(120));
        PanelFixture.await(() -> grid.table().getHeight() < 150);
        PanelFixture.fx(() -> {
            grid.applyCss();
            grid.layout();
        });
        assertTrue(verticalBar().isVisible());
        double columns = grid.table().getVisibleLeafColumns().stream()
                .mapToDouble(TableColumn::getWidth)
                .sum();
        double availableWidth = grid.table().getWidth() - verticalBar().getWidth();
        assertTrue(columns <= availableWidth, "columns of " + columns + " px in " + availableWidth + " px");
        PanelFixture.fx(() -> grid.getScene().getWindow().setHeight(height));
    }

    @Test
    void namesAreReadableInAWideListThatScrolls(FxRobot robot) throws SQLException, QueryException, IOException {
        show(
                "SELECT repeat('name ', 7) AS name, 1 AS a, 2 AS b, 3 AS c FROM range(3)",
                GridColumn.of(0, "Name", CellKind.TEXT).withWidth(-1),
                GridColumn.of(1, "A", CellKind.INTEGER).withWidth(260),
                GridColumn.of(2, "B", CellKind.INTEGER).withWidth(260),
                GridColumn.of(3, "C", CellKind.INTEGER).withWidth(260));
        setGridWidth(880);
        assertTrue(scrollsHorizontally());
        assertTrue(width("Name") >= 250, "" + width("Name"));
    }

    @Test
    void columnsOfEightyPixelsLeaveNoGapOnTheRight(FxRobot robot) throws Exception {
        show(
                "SELECT 'name' AS name, 1 AS id, 2 AS n",
                GridColumn.of(0, "Name", CellKind.TEXT).withWidth(200),
                GridColumn.of(1, "Id", CellKind.ID).withWidth(80),
                GridColumn.of(2, "N", CellKind.INTEGER).withWidth(90));
        setGridWidth(880);
        double columns = grid.table().getVisibleLeafColumns().stream()
                .mapToDouble(TableColumn::getWidth)
                .sum();
        assertEquals(grid.table().getWidth() - 2, columns, 1);
    }

    private void setGridWidth(double width) {
        PanelFixture.fx(() -> grid.getScene().getWindow().setWidth(width));
        PanelFixture.await(() -> grid.table().getWidth() == width);
        PanelFixture.fx(() -> {
            grid.applyCss();
            grid.layout();
        });
    }

    private double width(String title) {
        return grid.table().getVisibleLeafColumns().stream()
                .filter(c -> title.equals(c.getId()))
                .findFirst()
                .orElseThrow()
                .getPrefWidth();
    }

    private ScrollBar verticalBar() {
        return grid.lookupAll(".scroll-bar").stream()
                .filter(n -> n instanceof ScrollBar bar && bar.getOrientation() == Orientation.VERTICAL)
                .map(ScrollBar.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private boolean scrollsHorizontally() {
        return grid.lookupAll(".scroll-bar").stream()
                .anyMatch(n -> n instanceof ScrollBar bar
                        && bar.getOrientation() == Orientation.HORIZONTAL
                        && bar.isVisible());
    }

    @Test
    void linksToEventsTimesAndThreads(FxRobot robot) throws SQLException, QueryException, IOException {
        show("SELECT 77 AS id, 5000000 AS ts, 3 AS utid FROM range(1) -- FROM slice");
        PanelFixture.fx(() -> grid.changeColumns(c -> c.title().equals("id") ? c.linkingTo("slice") : c));
        Controls.click(robot, text(robot, "77"));
        Controls.click(robot, text(robot, "5.000\u2009000 ms"));
        Controls.click(robot, text(robot, "3"));
        Controls.click(robot, text(robot, "77"), KeyCode.CONTROL);
        assertEquals(List.of("go slice 77", "go slice 77", "go thread 3", "select slice 77"), fixture.visited);
    }

    @Test
    void showsOnlyMatchingRowsAndAMessageIfThereAreNone(FxRobot robot)
            throws SQLException, QueryException, IOException {
        show("SELECT range AS n, CASE WHEN range % 3 = 0 THEN 'fizz' END AS name FROM range(9)");
        PanelFixture.fx(() -> grid.addFilter(new RowFilter(1, RowFilter.Test.EQUAL, "fizz")));
        assertEquals(3, grid.shownProperty().get());
        assertEquals(1, robot.lookup(".tg-filter-chip").queryAll().size());
        PanelFixture.fx(() -> grid.setTextFilter("buzz"));
        assertEquals(0, grid.shownProperty().get());
        assertTrue(robot.lookup("No rows match the filter: name = fizz, text contains buzz.")
                .tryQuery()
                .isPresent());
        PanelFixture.fx(() -> grid.setTextFilter(""));
        Controls.press(robot, ".tg-filter-chip .button");
        assertEquals(9, grid.shownProperty().get());
    }

    @Test
    void copiesSelectedRows(FxRobot robot) throws SQLException, QueryException, IOException {
        show("SELECT range AS n, 'name ' || range AS name, NULL::INTEGER AS nothing FROM range(5)");
        Controls.click(robot, robot.lookup("name 1").<Node>query());
        robot.press(KeyCode.SHIFT).push(KeyCode.DOWN).release(KeyCode.SHIFT);
        robot.press(KeyCode.CONTROL, KeyCode.C).release(KeyCode.C, KeyCode.CONTROL);
        String[] text = new String[1];
        PanelFixture.fx(() ->
                text[0] = javafx.scene.input.Clipboard.getSystemClipboard().getString());
        assertEquals("n\tname\tnothing\n1\tname 1\t\n2\tname 2\t\n", text[0]);
    }

    @Test
    void columnsFollowTheTextSize(FxRobot robot) throws SQLException, QueryException, IOException {
        show(
                "SELECT 'lib' AS module, 12 AS n, 'a' AS path",
                GridColumn.of(0, "Module", CellKind.TEXT).withWidth(170),
                GridColumn.of(1, "Count", CellKind.INTEGER).withWidth(96),
                GridColumn.of(2, "Path", CellKind.TEXT).withWidth(-1));
        setGridWidth(880);
        try {
            PanelFixture.fx(() -> theme.scaleProperty().set(1.5));
            PanelFixture.await(() -> Math.abs(width("Count") - 144) <= 1);
            assertEquals(255, width("Module"), 1);
            assertFalse(scrollsHorizontally(), "the list scrolls horizontally");
        } finally {
            PanelFixture.fx(() -> theme.scaleProperty().set(1));
        }
        PanelFixture.await(() -> Math.abs(width("Count") - 96) <= 2);
    }

    @Test
    void theLastTextColumnTakesTheFreeSpace(FxRobot robot) throws Exception {
        show("SELECT 1 AS id, 'first' AS a, 'second' AS b, 7 AS n FROM range(100)");
        List<? extends TableColumn<?, ?>> columns = grid.table().getColumns();
        double all = columns.stream().mapToDouble(TableColumn::getWidth).sum();
        assertEquals(900, all, 16);
        assertTrue(columns.get(3).getWidth() > 300, "" + columns.get(3).getWidth());
        assertTrue(columns.get(2).getWidth() < 150, "" + columns.get(2).getWidth());
        // The scroll bar is next to the last number, not over it.
        PanelFixture.fx(() -> assertEquals(List.of(), TruncatedText.in(grid)));
    }
}
