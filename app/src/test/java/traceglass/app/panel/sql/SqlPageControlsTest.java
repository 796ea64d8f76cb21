package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.panel.sql.saved.SnippetStore;
import traceglass.app.testing.TempFolders;

/// Tests the controls around the editor and the result: schema browser, saved queries, file access, limits.
@ExtendWith(ApplicationExtension.class)
class SqlPageControlsTest {

    private Path folder;
    private final PanelFixture fixture = new PanelFixture();
    private SqlPage page;

    @Start
    void start(Stage stage) throws IOException {
        folder = TempFolders.create("sql");
        fixture.open();
        page = new SqlPage(fixture.slot, fixture.window, folder);
        page.registerCommands();
        PanelFixture.show(stage, (Parent) page.node(), 1100, 700);
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

    private static String problem(FxRobot robot) {
        return robot.lookup("#sql-problem").queryAs(Label.class).getText();
    }

    @SuppressWarnings("unchecked")
    private static TreeView<SchemaItem> tree(FxRobot robot) {
        return robot.lookup("#schema-tree").queryAs(TreeView.class);
    }

    private static List<String> names(TreeItem<SchemaItem> item) {
        List<String> names = new ArrayList<>();
        item.getChildren().forEach(c -> names.add(c.getValue().name()));
        return names;
    }

    private static TreeItem<SchemaItem> child(TreeItem<SchemaItem> parent, String name) {
        return parent.getChildren().stream()
                .filter(c -> c.getValue().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(names(parent) + " without " + name));
    }

    @Test
    void valuesOfParametersAreShownInFullOrInTheMenu(FxRobot robot) {
        PanelFixture.fx(() -> page.node().getScene().getWindow().setWidth(700));
        PanelFixture.await(() -> robot.lookup("#sql-range").tryQuery().isEmpty());
        PanelFixture.fx(() -> robot.lookup(".tg-sql-toolbar .tg-overflow-button")
                .queryAs(Button.class)
                .fire());
        PanelFixture.await(() -> robot.lookup("#sql-range").tryQuery().isPresent());
        Label range = robot.lookup("#sql-range").queryAs(Label.class);
        PanelFixture.await(() -> range.getWidth() >= range.prefWidth(-1) - .5);
        assertTrue(range.getText().startsWith("$start … $end = whole trace"), range.getText());
        PanelFixture.fx(() -> page.node().getScene().getWindow().setWidth(1100));
    }

    @Test
    void browserDescribesTablesViewsModulesAndFunctions(FxRobot robot) {
        PanelFixture.await(() -> tree(robot).getRoot() != null
                && names(tree(robot).getRoot()).equals(List.of("Tables", "Views", "Modules", "Functions")));
        TreeItem<SchemaItem> root = tree(robot).getRoot();
        SchemaItem slice = child(child(root, "Tables"), "slice").getValue();
        assertEquals("4", slice.detail());
        assertTrue(slice.description().startsWith("Activities of threads"), slice.description());
        PanelFixture.await(() -> child(child(tree(robot).getRoot(), "Views"), "slices")
                .getValue()
                .detail()
                .equals("4"));
        SchemaItem module = child(child(root, "Modules"), "slices.with_context").getValue();
        assertTrue(
                module.children().stream().anyMatch(c -> c.name().equals("thread_slice")),
                module.children().toString());
        SchemaItem function =
                child(child(root, "Functions"), "extract_arg(arg_set_id, key)").getValue();
        assertEquals("One argument of a set, in its recorded type.", function.description());
    }

    @Test
    void insertsASearchResultAtTheCaretByKeyboard(FxRobot robot) {
        PanelFixture.await(() ->
                tree(robot).getRoot() != null && names(tree(robot).getRoot()).contains("Modules"));
        PanelFixture.fx(() -> page.open("SELECT * FROM ", false));
        Controls.focus(robot, "#schema-filter").write("thread_st");
        PanelFixture.await(() -> names(child(tree(robot).getRoot(), "Tables")).equals(List.of("thread_state")));
        robot.push(KeyCode.DOWN);
        PanelFixture.await(() -> tree(robot).getSelectionModel().getSelectedItem() != null);
        assertEquals(
                "thread_state",
                tree(robot).getSelectionModel().getSelectedItem().getValue().name());
        assertTrue(robot.lookup("#schema-about").queryAs(Label.class).getText().startsWith("State of each thread"));
        robot.push(KeyCode.ENTER);
        assertTrue(pageText().contains("thread_state"), pageText());
    }

    @Test
    void aModuleIsIncludedOnceAndFirst(FxRobot robot) {
        PanelFixture.await(() ->
                tree(robot).getRoot() != null && names(tree(robot).getRoot()).contains("Modules"));
        PanelFixture.fx(() -> page.open("SELECT count(*) AS n FROM thread_slice", false));
        PanelFixture.fx(() -> {
            tree(robot)
                    .getSelectionModel()
                    .select(child(child(tree(robot).getRoot(), "Modules"), "slices.with_context"));
            tree(robot).requestFocus();
        });
        robot.push(KeyCode.ENTER);
        PanelFixture.fx(() -> tree(robot).requestFocus());
        robot.push(KeyCode.ENTER);
        assertEquals(
                "INCLUDE PERFETTO MODULE slices.with_context;\nSELECT count(*) AS n FROM thread_slice", pageText());
    }

    @Test
    void browserSelectionStaysWhenItemsAreAdded(FxRobot robot) {
        PanelFixture.await(() ->
                tree(robot).getRoot() != null && names(tree(robot).getRoot()).contains("Modules"));
        PanelFixture.fx(() -> tree(robot)
                .getSelectionModel()
                .select(child(child(tree(robot).getRoot(), "Modules"), "slices.with_context")));
        run(robot, "CREATE PERFETTO TABLE of_my_own AS SELECT 1 AS x", "Done");
        PanelFixture.await(() -> names(tree(robot).getRoot()).contains("This session"));
        assertEquals(
                "slices.with_context",
                tree(robot).getSelectionModel().getSelectedItem().getValue().name());
    }

    private String pageText() {
        String[] text = new String[1];
        PanelFixture.fx(() -> text[0] = page.chosenText());
        return text[0];
    }

    @Test
    void filesAreAccessibleOnlyIfAllowed(FxRobot robot) throws IOException {
        Path file = folder.resolve("some.csv");
        Files.writeString(file, "a,b\n1,two\n");
        String sql = "SELECT b FROM read_csv('" + file + "')";
        run(robot, sql, "Failed");
        assertTrue(problem(robot).contains("allow files"), problem(robot));
        assertFalse(robot.lookup("#sql-files-strip").query().isVisible());
        Controls.press(robot, "#sql-files");
        assertTrue(robot.lookup("#sql-files-strip").query().isVisible());
        PanelFixture.fx(() -> page.open(sql, true));
        PanelFixture.await(() -> List.of("Done", "Failed").contains(state(robot)));
        assertEquals("", problem(robot));
        assertEquals("two", grid(robot).rows().getText(0, 0));
        Controls.press(robot, "#sql-files-off");
        run(robot, sql, "Failed");
        SqlPage[] next = new SqlPage[1];
        Controls.press(robot, "#sql-files");
        PanelFixture.fx(
                () -> next[0] = new SqlPage(PanelFixture.withTrace().slot, PanelFixture.withTrace().window, folder));
        assertTrue(page.allowsFiles());
        assertFalse(next[0].allowsFiles());
    }

    @Test
    void aQueryIsSavedUnderANameAndOpenedAgain(FxRobot robot) {
        fixture.state.setPrompt((question, initial, answer) -> answer.accept("Count of all"));
        PanelFixture.fx(() -> page.open("SELECT count(*) AS all_of_them FROM slice", false));
        Controls.press(robot, "#sql-saved-button");
        Controls.press(robot, "#sql-snippet-save");
        PanelFixture.await(() -> robot.lookup("#sql-snippets").tryQuery().isEmpty());
        PanelFixture.fx(() -> page.open("SELECT 1 AS x", false));
        Controls.press(robot, "#sql-saved-button");
        Controls.focus(robot, "#sql-snippet-filter").write("all_of");
        @SuppressWarnings("unchecked")
        ListView<SnippetStore.Snippet> list = robot.lookup("#sql-snippets").queryAs(ListView.class);
        PanelFixture.await(() -> list.getItems().size() == 1);
        robot.push(KeyCode.DOWN).push(KeyCode.ENTER);
        PanelFixture.await(() -> page.chosenText().contains("all_of_them"));
        PanelFixture.await(() -> new SnippetStore(folder.resolve("sql-snippets.sql"))
                .all()
                .getFirst()
                .name()
                .equals("Count of all"));
    }

    @Test
    void queryAboveTheTimeLimitIsStopped(FxRobot robot) {
        PanelFixture.fx(
                () -> fixture.window.preferences().querySecondsProperty().set(1));
        run(
                robot,
                "SELECT count(*) FROM range(3000000) AS a, range(3000000) AS b WHERE a.range % 7 = b.range % 11",
                "Failed");
        assertTrue(problem(robot).startsWith("The query exceeded the time limit of 1 s"), problem(robot));
        run(robot, "SELECT 2 AS two", "Done");
    }

    @Test
    void aQueryAboveTheMemoryLimitPointsToTheSettings(FxRobot robot) throws IOException {
        PanelFixture.fx(() -> page.open("SET memory_limit = '60MB'; SET max_temp_directory_size = '20MB'", false));
        Controls.press(robot, "#sql-files");
        run(
                robot,
                "SET memory_limit = '60MB'; SET max_temp_directory_size = '20MB'; SELECT a.range, count(*) FROM"
                        + " range(100000000) AS a GROUP BY 1 ORDER BY 2",
                "Failed");
        assertTrue(problem(robot).contains("than allowed"), problem(robot));
        assertTrue(problem(robot).contains("in the settings"), problem(robot));
        assertFalse(problem(robot).contains("--memory-limit"), problem(robot));
    }

    @Test
    void modulesOfTheChosenFolderCanBeIncluded(FxRobot robot) throws IOException {
        Files.createDirectories(folder.resolve("mods/mine"));
        Files.writeString(folder.resolve("mods/mine/own.sql"), "CREATE PERFETTO TABLE own_numbers AS SELECT 42 AS n;");
        PanelFixture.fx(() -> fixture.window
                .preferences()
                .moduleFolderProperty()
                .set(folder.resolve("mods").toString()));
        run(robot, "INCLUDE PERFETTO MODULE mine.own; SELECT n FROM own_numbers", "Done");
        assertEquals("42", grid(robot).rows().getText(0, 0));
    }

    @Test
    void eachControlHasACommand(FxRobot robot) {
        run(robot, "SELECT name, dur FROM slice", "Done");
        PanelFixture.fx(() -> fixture.slot.host().commands().run("sql.group"));
        Controls.chooseItem(robot, "#sql-group", "By name");
        PanelFixture.await(
                () -> grid(robot).showsGroups() && !grid(robot).busyProperty().get());
        assertEquals("inner", grid(robot).rows().getText(indexOf(grid(robot), "inner"), 0));
        PanelFixture.fx(() -> fixture.slot.host().commands().run("sql.find"));
        assertTrue(robot.lookup("#schema-filter").queryAs(TextField.class).isFocused());
        Node strip = robot.lookup("#sql-files-strip").query();
        assertFalse(strip.isManaged());
    }

    private static int indexOf(DataGrid grid, String name) {
        for (int row = 0; row < grid.rows().size(); row++) {
            if (name.equals(grid.rows().getText(row, 0))) {
                return row;
            }
        }
        return -1;
    }
}
