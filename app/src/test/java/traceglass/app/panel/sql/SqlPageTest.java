package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.panel.sql.saved.QueryHistory;
import traceglass.app.panel.sql.saved.TabStore;
import traceglass.app.testing.TempFolders;
import traceglass.sql.editor.SqlCompletion;

@ExtendWith(ApplicationExtension.class)
class SqlPageTest {

    private Path folder;
    private final PanelFixture fixture = new PanelFixture();
    private SqlPage page;

    @Start
    void start(Stage stage) throws IOException {
        folder = TempFolders.create("sql");
        fixture.open();
        page = new SqlPage(fixture.slot, fixture.window, folder);
        PanelFixture.show(stage, (Parent) page.node(), 980, 700);
    }

    @BeforeEach
    void waitUntilReady(FxRobot robot) {
        fixture.waitUntilReady();
        PanelFixture.fx(page::onShown);
    }

    private String state(FxRobot robot) {
        return robot.lookup("#sql-state")
                .lookup(".label")
                .tryQueryAs(Label.class)
                .map(Labeled::getText)
                .orElse("");
    }

    private void run(FxRobot robot, String sql, String expected) {
        PanelFixture.fx(() -> page.open(sql, true));
        PanelFixture.await(() -> state(robot).equals(expected));
    }

    private static DataGrid grid(FxRobot robot) {
        return robot.lookup("#sql-grid").queryAs(DataGrid.class);
    }

    @Test
    void runsTheTypedQuery(FxRobot robot) {
        robot.clickOn(".tg-sql-editor");
        robot.write("select name, dur from slice where name = 'outer'");
        robot.press(KeyCode.CONTROL, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.CONTROL);
        PanelFixture.await(() -> state(robot).equals("Done"));
        assertEquals("outer", grid(robot).rows().getText(0, 0));
        assertTrue(robot.lookup("#sql-summary").queryAs(Label.class).getText().startsWith("1 row  ·  "));
        assertTrue(robot.lookup("8.000 ms").tryQuery().isPresent());
    }

    private static void type(FxRobot robot, String text) {
        robot.clickOn(".tg-sql-editor");
        robot.press(KeyCode.CONTROL, KeyCode.A).release(KeyCode.A, KeyCode.CONTROL);
        robot.write(text);
    }

    @SuppressWarnings("unchecked")
    private static List<String> suggested(FxRobot robot) {
        ListView<SqlCompletion.Choice> list = robot.lookup("#sql-completion").queryAs(ListView.class);
        return list.getParent().isVisible()
                ? list.getItems().stream().map(SqlCompletion.Choice::text).toList()
                : List.of();
    }

    @Test
    void suggestsCompletions(FxRobot robot) {
        type(robot, "select s.ts from slice as s where s.du");
        PanelFixture.await(() -> suggested(robot).contains("dur"));
        robot.type(KeyCode.ENTER);
        robot.write(" > 0 and s.name = 'ou");
        PanelFixture.await(() -> suggested(robot).equals(List.of("outer")));
        robot.type(KeyCode.TAB);
        robot.write("'");
        robot.press(KeyCode.CONTROL, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.CONTROL);
        PanelFixture.await(() -> state(robot).equals("Done"));
        assertEquals(1, grid(robot).rows().size());
        assertEquals(List.of(), suggested(robot));
    }

    @Test
    void suggestsNothingWithoutTyping(FxRobot robot) {
        robot.clickOn(".tg-sql-editor");
        run(robot, "SELECT name FROM slice", "Done");
        assertEquals(List.of(), suggested(robot));
    }

    @Test
    void suggestionsCanBeIgnored(FxRobot robot) {
        type(robot, "select * from thr");
        PanelFixture.await(() -> suggested(robot).contains("thread"));
        robot.type(KeyCode.ESCAPE);
        assertEquals(List.of(), suggested(robot));
        robot.press(KeyCode.CONTROL, KeyCode.SPACE).release(KeyCode.SPACE, KeyCode.CONTROL);
        PanelFixture.await(() -> suggested(robot).contains("thread_state"));
    }

    @Test
    void formatsAndExplainsAQuery(FxRobot robot) {
        type(robot, "select 1 as a from slice where dur > 0 and id < 5");
        Controls.press(robot, "#sql-format");
        Controls.press(robot, "#sql-explain");
        PanelFixture.await(() -> state(robot).equals("Done"));
        assertTrue(
                grid(robot).rows().getText(0, 1).contains("SCAN"),
                grid(robot).rows().getText(0, 1));
        PanelFixture.await(() -> Files.exists(folder.resolve("sql-tabs.sql"))
                && read("sql-tabs.sql").contains("WHERE dur > 0\n  AND id < 5"));
    }

    @Test
    void restoresOpenTabs(FxRobot robot) {
        PanelFixture.fx(() -> page.open("SELECT 41", false));
        PanelFixture.fx(() -> page.open("SELECT 42\nFROM slice", false));
        PanelFixture.await(() -> read("sql-tabs.sql").contains("SELECT 42"));
        TabStore store = new TabStore(folder.resolve("sql-tabs.sql"));
        List<TabStore.Tab> savedTabs = store.read();
        assertEquals("SELECT 42\nFROM slice", savedTabs.get(store.chosen()).sql());
        SqlPage[] next = new SqlPage[1];
        // A window context has only one page of each kind.
        PanelFixture.fx(
                () -> next[0] = new SqlPage(PanelFixture.withTrace().slot, PanelFixture.withTrace().window, folder));
        assertEquals(savedTabs.size(), next[0].tabCount());
    }

    private String read(String name) {
        try {
            return Files.exists(folder.resolve(name)) ? Files.readString(folder.resolve(name)) : "";
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void resultLinksToTheTimeline(FxRobot robot) {
        run(
                robot,
                "SELECT slice.id, ts, utid FROM slice JOIN thread_track AS t ON t.id = track_id WHERE slice.name ="
                        + " 'other'",
                "Done");
        long id = grid(robot).rows().getLong(0, 0);
        robot.clickOn("3.000\u2009000 ms");
        robot.clickOn(robot.lookup((javafx.scene.Node n) -> n instanceof javafx.scene.text.Text t
                        && t.getText().equals(String.valueOf(id))
                        && n.getParent() instanceof javafx.scene.control.TableCell)
                .<javafx.scene.Node>query());
        assertEquals(java.util.List.of("go slice " + id, "go slice " + id), fixture.visited);
    }

    @Test
    void showsThePositionOfAnErrorAndKeepsThePreviousResult(FxRobot robot) {
        run(robot, "SELECT 1 AS one", "Done");
        robot.clickOn(".tg-sql-editor");
        robot.press(KeyCode.CONTROL, KeyCode.A).release(KeyCode.A, KeyCode.CONTROL);
        robot.write("select 1;\nselect nope\nfrom slice");
        robot.press(KeyCode.CONTROL, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.CONTROL);
        PanelFixture.await(() -> state(robot).equals("Failed"));
        String text = robot.lookup("#sql-problem").queryAs(Label.class).getText();
        assertTrue(text.startsWith("Line 2, column 8: "), text);
        assertTrue(text.contains("nope"), text);
        assertEquals("1", grid(robot).rows().getText(0, 0));
        assertEquals(.6, robot.lookup(".tg-result").query().getOpacity());
    }

    @Test
    void stopsALongQueryImmediatelyOnRequest(FxRobot robot) {
        run(
                robot,
                "SELECT count(*) FROM range(3000000) AS a, range(3000000) AS b WHERE a.range % 7 = b.range % 11",
                "Running");
        assertFalse(page.isComplete());
        long start = System.nanoTime();
        Controls.press(robot, "#sql-cancel");
        PanelFixture.await(() -> state(robot).equals("Canceled"));
        assertTrue(System.nanoTime() - start < 15e9);
        run(robot, "SELECT 2 AS two", "Done");
        assertEquals("2", grid(robot).rows().getText(0, 0));
    }

    @Test
    void showsAMillionRows(FxRobot robot) {
        run(robot, "SELECT range AS n, range * 1.5 AS x FROM range(1000000)", "Done");
        PanelFixture.await(() -> grid(robot).shownProperty().get() == 1_000_000);
        assertTrue(robot.lookup("#sql-summary").queryAs(Label.class).getText().startsWith("1\u2009000\u2009000 rows"));
        PanelFixture.fx(() -> grid(robot).table().scrollTo(999_999));
        PanelFixture.await(() -> robot.lookup("999\u2009999").tryQuery().isPresent());
    }

    @Test
    void isNotCompleteBeforeALargeResultIsShown(FxRobot robot) {
        PanelFixture.fx(() -> page.open("SELECT range AS n FROM range(200000)", true));
        int[] shown = new int[1];
        PanelFixture.await(() -> {
            shown[0] = grid(robot).rows().size();
            return page.isComplete();
        });
        assertEquals(200_000, shown[0]);
    }

    @Test
    void showsEachResultOfSeveralStatements(FxRobot robot) {
        run(robot, "SELECT 'first' AS a; SELECT 'second' AS b", "Done");
        assertEquals("second", grid(robot).rows().getText(0, 0));
        robot.clickOn("Result 1");
        assertEquals("first", grid(robot).rows().getText(0, 0));
    }

    @Test
    void listsTablesWithRowCountsAndTablesCreatedByQueries(FxRobot robot) {
        TreeView<?> tree = robot.lookup("#schema-tree").queryAs(TreeView.class);
        PanelFixture.await(
                () -> tree.getRoot() != null && tree.getRoot().getChildren().size() == 4);
        PanelFixture.await(() -> robot.lookup("thread_state").tryQuery().isPresent());
        run(robot, "CREATE TABLE my_own AS SELECT 1 AS x; SELECT * FROM my_own", "Done");
        PanelFixture.await(() -> tree.getRoot().getChildren().size() == 5);
    }

    @Test
    void replacesParametersByTheSelectedRange(FxRobot robot) {
        run(robot, "SELECT $sel_end - $sel_start AS length", "Done");
        assertEquals(
                fixture.slot.trace().session().bounds().durNs(),
                grid(robot).rows().getLong(0, 0));
    }

    @Test
    void savesDisplayedRows(FxRobot robot) throws IOException {
        fixture.dialogs.saveTo = folder.resolve("saved.csv");
        run(robot, "SELECT range AS n, 'a,b' AS t FROM range(3) ORDER BY n DESC", "Done");
        Controls.chooseItem(robot, "#sql-save", "#sql-save-csv");
        PanelFixture.await(() -> fixture.window.messages().status().state().startsWith("Saved 3 rows"));
        assertEquals("n,t\n2,\"a,b\"\n1,\"a,b\"\n0,\"a,b\"\n", Files.readString(fixture.dialogs.saveTo));
    }

    @Test
    void drawsAResultAsAChart(FxRobot robot) {
        run(robot, "SELECT name, dur, ts FROM slice", "Done");
        Controls.press(robot, "#sql-chart");
        PanelFixture.await(() -> robot.lookup(".tg-chart-bar").queryAll().size() > 1);
        Controls.press(robot, "#sql-chart-line");
        PanelFixture.await(() -> robot.lookup(".chart-series-line").tryQuery().isPresent());
        Controls.press(robot, "#sql-chart-histogram");
        PanelFixture.await(
                () -> robot.lookup(".chart-series-area-line").tryQuery().isPresent());
        Controls.press(robot, "#sql-chart");
        assertFalse(robot.lookup("#sql-chart-pane").tryQuery().isPresent());
    }

    @Test
    void storesTheHistory(FxRobot robot) {
        run(robot, "SELECT 'remember me' AS x", "Done");
        PanelFixture.await(() ->
                !new QueryHistory(folder.resolve("sql-history.sql")).entries().isEmpty()
                        && new QueryHistory(folder.resolve("sql-history.sql"))
                                .entries()
                                .getFirst()
                                .sql()
                                .contains("remember me"));
    }

    @Test
    void lineChartEndsWithItsData(FxRobot robot) {
        run(robot, "SELECT range + 3 AS x, range * range AS v FROM range(95)", "Done");
        Controls.press(robot, "#sql-chart");
        Controls.press(robot, "#sql-chart-line");
        PanelFixture.await(() -> robot.lookup(".tg-chart").tryQuery().isPresent());
        javafx.scene.chart.LineChart<?, ?> chart =
                robot.lookup(".tg-chart").queryAs(javafx.scene.chart.LineChart.class);
        javafx.scene.chart.NumberAxis x = (javafx.scene.chart.NumberAxis) chart.getXAxis();
        assertEquals(3, x.getLowerBound());
        assertEquals(97, x.getUpperBound());
        assertEquals(20, x.getTickUnit());
    }

    @Test
    void theChartFollowsAResultWithFewerColumns(FxRobot robot) {
        run(robot, "SELECT 'a' AS name, 1 AS one, 2 AS two, 3 AS dur, 4 AS value", "Done");
        Controls.press(robot, "#sql-chart");
        PanelFixture.await(() -> robot.lookup(".tg-chart-bars").tryQuery().isPresent());
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        PanelFixture.fx(() -> Thread.currentThread().setUncaughtExceptionHandler((t, e) -> thrown.add(e)));
        for (String kind : List.of("bars", "histogram", "line", "points")) {
            Controls.press(robot, "#sql-chart-" + kind);
            runTyped(robot, "SELECT 'a' AS name, 1 AS one, 2 AS two, 3 AS dur, 4 AS value", "name");
            runTyped(robot, "SELECT 7 AS n", "n");
            assertEquals("n", chosenColumn(robot, "#sql-chart-y"), kind);
            runTyped(robot, "SELECT 'a' AS name, 1 AS one, 2 AS two, 3 AS dur, 4 AS value", "name");
            runTyped(robot, "SELECT 'only' AS t", "t");
        }
        assertEquals(List.of(), thrown);
    }

    /// Runs a query in the selected tab.
    private void runTyped(FxRobot robot, String sql, String firstColumn) {
        PanelFixture.fx(() -> {
            CodeArea editor = robot.lookup(".tg-sql-editor").queryAs(CodeArea.class);
            editor.setText(sql);
            Event.fireEvent(editor, ctrlEnter());
        });
        PanelFixture.await(() -> grid(robot).rows().columns() > 0
                && grid(robot).rows().names().getFirst().equals(firstColumn));
    }

    /// Name shown in a choice of columns.
    private static String chosenColumn(FxRobot robot, String id) {
        ComboBox<Integer> box = robot.lookup(id).queryComboBox();
        return box.getConverter().toString(box.getValue());
    }

    @Test
    void noSuggestionsOpenAfterRunning(FxRobot robot) {
        // Fast typing: the query starts before the suggestions for the last letter.
        type(robot, "select name from sli");
        PanelFixture.await(() -> suggested(robot).contains("slice"));
        robot.type(KeyCode.ESCAPE);
        PanelFixture.fx(() -> {
            Node editor = robot.lookup(".tg-sql-editor").query();
            Event.fireEvent(editor, typed("c"));
            Event.fireEvent(editor, ctrlEnter());
        });
        PanelFixture.await(() -> state(robot).equals("Failed"));
        assertEquals(List.of(), suggested(robot));
        // Values of a column are read from the trace and arrive later.
        type(robot, "select name from slice where name = 'o");
        PanelFixture.await(() -> suggested(robot).contains("outer"));
        PanelFixture.fx(() -> {
            Node editor = robot.lookup(".tg-sql-editor").query();
            Event.fireEvent(editor, typed("u"));
            Platform.runLater(() -> Event.fireEvent(editor, ctrlEnter()));
        });
        fixture.settle();
        PanelFixture.await(() ->
                !robot.lookup("#sql-cancel").query().isVisible() || state(robot).equals("Failed"));
        PanelFixture.fx(() -> {});
        assertEquals(List.of(), suggested(robot));
    }

    private static KeyEvent typed(String text) {
        return new KeyEvent(KeyEvent.KEY_TYPED, text, "", KeyCode.UNDEFINED, false, false, false, false);
    }

    private static KeyEvent ctrlEnter() {
        return new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, true, false, false);
    }
}
