package traceglass.app.window.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.grid.DataGrid;
import traceglass.app.testing.BenchmarkTraces;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetImport;
import traceglass.engine.fleet.source.FleetLabels;
import traceglass.sql.editor.SqlCompletion;

/// Tests SQL on the traces of a fleet.
class FleetSqlTest extends WindowScenario {

    private void openFleet(FxRobot robot) throws Exception {
        Path runs = folder.resolve("runs");
        BenchmarkTraces.write(runs, 4);
        Path fleet = folder.resolve("runs.fleet");
        Fleet.create(fleet)
                .add(new FleetImport(
                        List.of(runs.toString()), FleetLabels.of(null, "{branch}/*-{iteration}.json"), 0, 0, null));
        robot.interact(() -> window.open(fleet));
        WindowFixture.waitFor(() -> robot.lookup("#fleet-main").tryQuery().isPresent()
                && window.page("fleet").orElseThrow().isComplete());
    }

    private void query(FxRobot robot, String target, String sql) throws Exception {
        run(robot, "page.sql");
        WindowFixture.waitFor(() -> robot.lookup(target).tryQuery().isPresent());
        robot.interact(() -> {
            robot.lookup(target).queryAs(ButtonBase.class).fire();
            ((SqlOpener) window.page("sql").orElseThrow()).open(sql, false);
        });
        robot.interact(() -> {
            robot.lookup(target).queryAs(ButtonBase.class).fire();
            robot.lookup("#sql-run").queryAs(ButtonBase.class).fire();
        });
        WindowFixture.waitFor(() -> !robot.lookup("#sql-run").query().isDisabled());
    }

    private List<String> column(FxRobot robot, String name) {
        return FxSupply.get(() -> {
            DataGrid grid = robot.lookup("#sql-grid").queryAs(DataGrid.class);
            int column = grid.rows().column(name);
            return IntStream.of(grid.order())
                    .mapToObj(row -> grid.rows().getText(row, column))
                    .toList();
        });
    }

    private String problem(FxRobot robot) {
        return FxSupply.get(
                () -> robot.lookup("#sql-problem").queryAs(Label.class).getText());
    }

    @Test
    void eachTraceIsQueriedAndItsRowsOpenIt(FxRobot robot) throws Exception {
        openFleet(robot);
        query(robot, "#sql-on-each", "SELECT id, name, ts, dur FROM slice WHERE name = 'layout'");
        assertEquals("", problem(robot));
        assertEquals(
                List.of("run-1.json", "run-2.json", "run-3.json", "run-4.json"),
                column(robot, "trace").stream().sorted().toList());
        Node cell = FxSupply.get(() -> robot.lookup("#sql-grid .table-cell .text").queryAll().stream()
                .filter(n -> n instanceof Text t && t.getText().equals("run-3.json"))
                .findFirst()
                .orElseThrow());
        robot.clickOn(cell);
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        assertEquals(
                number("SELECT id FROM slice WHERE name = 'layout'"),
                FxSupply.get(() -> ((Selection.Event) window.slot().selection().get()).id()));
        assertEquals(3, number("SELECT CAST(value AS BIGINT) FROM counter"));
        // The other rows are still there.
        run(robot, "page.sql");
        assertEquals(4, column(robot, "trace").size());
    }

    @Test
    void allTracesAreQueriedAtOnce(FxRobot robot) throws Exception {
        openFleet(robot);
        query(
                robot,
                "#sql-on-all",
                "SELECT t.branch, count(*) AS n FROM slice JOIN traces t USING (trace_id)"
                        + " WHERE slice.name = 'measure' GROUP BY 1 ORDER BY 1");
        assertEquals("", problem(robot));
        assertEquals(List.of("change", "main"), column(robot, "branch"));
        assertEquals(List.of("2", "2"), column(robot, "n"));
    }

    @Test
    void aFailedQueryReportsInHowManyTracesItFailed(FxRobot robot) throws Exception {
        openFleet(robot);
        query(robot, "#sql-on-each", "SELECT nothing FROM slice");
        assertTrue(problem(robot).startsWith("The query failed in 4 traces."), problem(robot));
    }

    @SuppressWarnings("unchecked")
    private static boolean isSuggested(FxRobot robot, String name) {
        return FxSupply.get(() -> {
            ListView<SqlCompletion.Choice> list =
                    robot.lookup("#sql-completion").queryAs(ListView.class);
            return list.getParent().isVisible()
                    && list.getItems().stream().anyMatch(c -> c.text().equals(name));
        });
    }

    private void type(FxRobot robot, String target, String sql) throws Exception {
        run(robot, "page.sql");
        WindowFixture.waitFor(() -> robot.lookup(target).tryQuery().isPresent());
        robot.interact(() -> robot.lookup(target).queryAs(ButtonBase.class).fire());
        robot.clickOn(".tg-sql-editor");
        robot.press(KeyCode.CONTROL, KeyCode.A).release(KeyCode.A, KeyCode.CONTROL);
        robot.write(sql);
    }

    /// The names are read in the background, so the first letters may be typed too early.
    private void assertSuggests(FxRobot robot, String name) throws Exception {
        WindowFixture.waitFor(() -> {
            robot.press(KeyCode.CONTROL).type(KeyCode.SPACE).release(KeyCode.CONTROL);
            return isSuggested(robot, name);
        });
        robot.type(KeyCode.ESCAPE);
    }

    @Test
    void namesOfTheTablesAreSuggestedWithoutAnOpenTrace(FxRobot robot) throws Exception {
        openFleet(robot);
        type(robot, "#sql-on-all", "select t.bra from traces t");
        robot.type(KeyCode.END);
        for (int i = 0; i < " from traces t".length(); i++) {
            robot.type(KeyCode.LEFT);
        }
        assertSuggests(robot, "branch");
        type(robot, "#sql-on-all", "select * from slice s where s.trac");
        assertSuggests(robot, "trace_id");
        type(robot, "#sql-on-each", "select * from slice s where s.d");
        assertSuggests(robot, "dur");
        assertFalse(isSuggested(robot, "trace_id"));
        type(robot, "#sql-on-each", "include perfetto module android.sta");
        assertSuggests(robot, "android.startup.startups");
    }

    private static TreeItem<?> item(TreeItem<?> parent, String start) {
        return parent == null
                ? null
                : parent.getChildren().stream()
                        .filter(i -> String.valueOf(i.getValue()).contains("name=" + start))
                        .findFirst()
                        .orElse(null);
    }

    @Test
    void tablesOfTheFleetAreListedWithoutAnOpenTrace(FxRobot robot) throws Exception {
        openFleet(robot);
        run(robot, "page.sql");
        TreeView<?> tree = robot.lookup("#schema-tree").queryAs(TreeView.class);
        WindowFixture.waitFor(() -> item(item(tree.getRoot(), "Tables"), "traces,") != null);
        TreeItem<?> tables = FxSupply.get(() -> item(tree.getRoot(), "Tables"));
        assertTrue(FxSupply.get(() -> item(item(tables, "traces,"), "branch,") != null));
        assertTrue(FxSupply.get(() -> item(item(tables, "slice,"), "trace_id,") != null));
        String slices = FxSupply.get(() -> item(tables, "slice,").getValue().toString());
        assertTrue(slices.contains("detail=20,"), slices);
        assertTrue(FxSupply.get(() -> item(tree.getRoot(), "Modules") != null));
        robot.interact(() -> window.context().fleet().set(null));
        WindowFixture.waitFor(() ->
                item(item(tree.getRoot(), "Tables"), "traces,") == null && item(tree.getRoot(), "Modules") == null);
    }
}
