package traceglass.app.panel.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.ui.DetailsTab;
import traceglass.store.time.TimeSpan;

@ExtendWith(ApplicationExtension.class)
class AreaPanelTest {

    @TempDir
    private Path folder;

    private final PanelFixture fixture = new PanelFixture();
    private BorderPane root;

    @Start
    void start(Stage stage) {
        fixture.open();
        AreaPanel.install(fixture.slot, fixture.window.messages());
        root = new BorderPane();
        root.setBottom(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 1200, 700);
    }

    @BeforeEach
    void selectAll() {
        fixture.waitUntilReady();
        PanelFixture.fx(() -> fixture.slot.selection().set(area(0, 20_000_000)));
        PanelFixture.await(() -> tab("area-slices").availableProperty().get()
                && !tab("area-slices").busyProperty().get());
        PanelFixture.fx(() -> fixture.slot.host().detailsPane().select(tab("area-slices")));
    }

    private Selection.Area area(long start, long end) {
        return new Selection.Area(
                start,
                end,
                fixture.slot.trace().session().tracks().roots().stream()
                        .flatMap(AreaPanelTest::leaves)
                        .toList());
    }

    private static Stream<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty()
                ? Stream.of(node)
                : node.children().stream().flatMap(AreaPanelTest::leaves);
    }

    private DetailsTab tab(String id) {
        return fixture.slot.host().detailsPane().tab(id).orElseThrow();
    }

    private static DataGrid grid(FxRobot robot, String id) {
        return robot.lookup("#" + id).queryAs(DataGrid.class);
    }

    private static boolean shows(FxRobot robot, String id) {
        return robot.lookup("#" + id).tryQuery().isPresent();
    }

    private static String count(FxRobot robot) {
        return robot.lookup("#area-slices-count").queryAs(Label.class).getText();
    }

    /// Selects the row with this name in the slice summary, as the keyboard does.
    private static void choose(FxRobot robot, String name) {
        PanelFixture.await(() ->
                shows(robot, "area-slices") && row(grid(robot, "area-slices").rows(), name) >= 0);
        DataGrid sums = grid(robot, "area-slices");
        robot.interact(() -> {
            sums.table().requestFocus();
            sums.selectRow(row(sums.rows(), name));
        });
    }

    private static int row(RowStore rows, String name) {
        return IntStream.range(0, rows.size())
                .filter(i -> name.equals(rows.getText(i, 0)))
                .findFirst()
                .orElse(-1);
    }

    @Test
    void aNameLinksToItsSlicesAndTheyLinkToTheTimeline(FxRobot robot) {
        choose(robot, "inner");
        robot.type(KeyCode.ENTER);
        PanelFixture.await(
                () -> shows(robot, "area-slices-singles") && count(robot).equals("2 slices"));
        DataGrid slices = grid(robot, "area-slices-singles");
        // The longest slice is first.
        assertEquals(
                List.of("1500000", "500000"),
                List.of(slices.rows().getText(0, 2), slices.rows().getText(1, 2)));
        long id = slices.rows().getLong(0, 0);
        robot.interact(() -> {
            slices.table().requestFocus();
            slices.selectRow(0);
        });
        robot.type(KeyCode.ENTER);
        PanelFixture.await(() -> fixture.visited.contains("go slice " + id));
        robot.type(KeyCode.BACK_SPACE);
        PanelFixture.await(() -> shows(robot, "area-slices") && !shows(robot, "area-slices-singles"));
        assertEquals(3, grid(robot, "area-slices").rows().size());
    }

    @Test
    void listsAllSlicesOfTheRangeWithTheRequestedArguments(FxRobot robot) {
        PanelFixture.fx(() -> robot.lookup(".tg-segment").queryAllAs(javafx.scene.control.ToggleButton.class).stream()
                .filter(b -> b.getText().equals("Slices"))
                .findFirst()
                .orElseThrow()
                .fire());
        PanelFixture.await(
                () -> shows(robot, "area-slices-singles") && count(robot).equals("4 slices"));
        Controls.press(robot, "#area-add-column");
        PanelFixture.await(() -> robot.lookup("args.args.size").tryQuery().isPresent());
        robot.write("size").type(KeyCode.ENTER);
        DataGrid slices = grid(robot, "area-slices-singles");
        PanelFixture.await(() -> slices.rows().column("args.args.size") >= 0);
        assertEquals("42", slices.rows().getText(0, slices.rows().column("args.args.size")));
        assertTrue(slices.rows().isNull(1, slices.rows().column("args.args.size")));
        assertTrue(slices.rows().type(slices.rows().column("args.args.size")).isNumber());
        // A smaller range has fewer events and keeps the added column.
        robot.type(KeyCode.ESCAPE);
        PanelFixture.fx(() -> fixture.slot.selection().set(area(0, 1_500_000)));
        PanelFixture.await(() -> count(robot).equals("1 slice") && slices.rows().column("args.args.size") >= 0);
        assertEquals(500_000, slices.rows().getLong(0, slices.rows().column("in_range")));
    }

    @Test
    void summaryStaysWhileOneOfItsEventsIsSelected(FxRobot robot) {
        choose(robot, "inner");
        robot.type(KeyCode.ENTER);
        PanelFixture.await(
                () -> shows(robot, "area-slices-singles") && count(robot).equals("2 slices"));
        Selection range = fixture.slot.selection().get();
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Event("slice", 1, 2_000_000, 1_500_000)));
        assertTrue(tab("area-slices").availableProperty().get());
        assertTrue(shows(robot, "area-slices-singles"));
        Controls.press(robot, "#area-slices-again");
        assertEquals(range, fixture.slot.selection().get());
        assertTrue(shows(robot, "area-slices-singles"));
        // Another selection replaces the single events.
        PanelFixture.fx(() -> {
            root.setFocusTraversable(true);
            root.requestFocus();
            fixture.slot.selection().set(new Selection.Event("slice", 1, 2_000_000, 1_500_000));
        });
        assertFalse(tab("area-slices").availableProperty().get());
    }

    @Test
    void commandsSwitchBetweenSummaryAndEvents(FxRobot robot) {
        assertFalse(fixture.slot.host().commands().get("area.singles").enabled().getAsBoolean());
        choose(robot, "inner");
        robot.interact(() -> fixture.slot.host().commands().run("area.singles"));
        PanelFixture.await(
                () -> shows(robot, "area-slices-singles") && count(robot).equals("2 slices"));
        robot.interact(() -> fixture.slot.host().commands().run("area.sums"));
        PanelFixture.await(() -> !shows(robot, "area-slices-singles"));
    }

    private boolean isIdle() {
        return fixture.slot.host().detailsPane().tabs().stream()
                        .noneMatch(t -> t.busyProperty().get())
                && fixture.slot.trace().session().queries().isIdle();
    }

    /// Queries sent for a tab.
    private List<String> queriesOf(String id) {
        return fixture.slot.trace().session().queries().log().entries().stream()
                .filter(e -> e.purpose().equals(id))
                .map(e -> e.sql().strip())
                .toList();
    }

    @Test
    void onlyTheSelectedTabFollowsAChangingRange(FxRobot robot) {
        PanelFixture.await(this::isIdle);
        PanelFixture.fx(() -> {
            fixture.slot.trace().session().queries().log().clear();
            for (int i = 1; i <= 10; i++) {
                fixture.slot.selection().set(area(0, 20_000_000 - i * 100_000));
            }
        });
        PanelFixture.await(this::isIdle);
        // For tabs that are not selected, one query checks whether there are rows.
        assertTrue(tab("area-counters").availableProperty().get());
        for (String unselected : List.of("area-counters", "area-frames", "area-flows", "area-power")) {
            assertEquals(1, queriesOf(unselected).size(), unselected + ": " + queriesOf(unselected));
            assertTrue(
                    queriesOf(unselected).getFirst().startsWith("SELECT 1 FROM ("),
                    queriesOf(unselected).getFirst());
        }
        String range = range(robot, "area-slices");
        assertTrue(range.contains("18.000"), range);
        // A tab that becomes selected shows the current range.
        PanelFixture.fx(() -> fixture.slot.host().detailsPane().select(tab("area-counters")));
        PanelFixture.await(() -> isIdle()
                && shows(robot, "area-counters")
                && grid(robot, "area-counters").rows().size() > 0);
        assertEquals(2, queriesOf("area-counters").size());
        assertEquals(range, range(robot, "area-counters"));
        // From now on it follows the range, and the other tab does not.
        PanelFixture.fx(() -> {
            fixture.slot.trace().session().queries().log().clear();
            fixture.slot.selection().set(area(0, 3_500_000));
        });
        PanelFixture.await(this::isIdle);
        assertEquals(1, queriesOf("area-counters").size());
        assertFalse(queriesOf("area-counters").getFirst().startsWith("SELECT 1 FROM ("));
        assertTrue(range(robot, "area-counters").contains("2.500"), range(robot, "area-counters"));
    }

    private static String range(FxRobot robot, String id) {
        return robot.lookup("#" + id)
                                .queryAs(DataGrid.class)
                                .getParent()
                                .getParent()
                                .lookup(".tg-range-chip")
                        instanceof Label l
                ? l.getText()
                : "";
    }

    @Test
    void tabContentIsCreatedWhenFirstSelected() {
        for (DetailsTab t : fixture.slot.host().detailsPane().tabs()) {
            if (t.id().startsWith("area-") && !t.id().equals("area-slices")) {
                assertEquals(List.of(), ((Parent) t.contentProperty().get()).getChildrenUnmodifiable(), t.id());
            }
        }
        assertFalse(((Parent) tab("area-slices").contentProperty().get())
                .getChildrenUnmodifiable()
                .isEmpty());
    }

    private void save(FxRobot robot, String format, Path file) {
        fixture.dialogs.saveTo = file;
        PanelFixture.fx(() -> robot.lookup("#area-slices-export").queryAs(MenuButton.class).getItems().stream()
                .filter(i -> i.getId().equals("area-slices-save-" + format))
                .findFirst()
                .orElseThrow()
                .fire());
        PanelFixture.await(() -> fixture.window.messages().status().state().contains(file.toString()));
    }

    @Test
    void savesDisplayedRowsInEachFormat(FxRobot robot) throws Exception {
        PanelFixture.await(() -> isIdle()
                && shows(robot, "area-slices")
                && grid(robot, "area-slices").rows().size() == 3);
        PanelFixture.fx(() -> grid(robot, "area-slices").setTextFilter("inner"));
        PanelFixture.await(() -> grid(robot, "area-slices").order().length == 1);
        save(robot, "csv", folder.resolve("sums.csv"));
        assertEquals(
                "inner,2,2000000",
                Files.readAllLines(folder.resolve("sums.csv")).get(1).substring(0, 15));
        save(robot, "tsv", folder.resolve("sums.tsv"));
        assertEquals(
                List.of("inner", "2", "2000000"),
                List.of(Files.readAllLines(folder.resolve("sums.tsv")).get(1).split("\t"))
                        .subList(0, 3));
        save(robot, "json", folder.resolve("sums.json"));
        assertTrue(Files.readString(folder.resolve("sums.json")).contains("\"name\""));
        // While single events are shown, the export saves them.
        robot.interact(() -> {
            grid(robot, "area-slices").table().getSelectionModel().clearAndSelect(0);
            grid(robot, "area-slices").table().getFocusModel().focus(0);
            fixture.slot.host().commands().run("area.singles");
        });
        PanelFixture.await(
                () -> shows(robot, "area-slices-singles") && count(robot).equals("2 slices"));
        save(robot, "parquet", folder.resolve("slices.parquet"));
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(
                        "SELECT count(*), sum(in_range) FROM '" + folder.resolve("slices.parquet") + "'")) {
            r.next();
            assertEquals("2 2000000", r.getLong(1) + " " + r.getLong(2));
        }
    }

    @Test
    void stateBarFollowsTheRowFilter(FxRobot robot) throws Exception {
        RowWriter out = new RowWriter(List.of("state", "total"), List.of(RowType.TEXT, RowType.LONG));
        Object[][] states = {{"Running", 3_000_000L}, {"Sleeping", 6_000_000L}, {"Running", 1_000_000L}};
        for (Object[] state : states) {
            out.setText(0, (String) state[0]);
            out.setLong(1, (Long) state[1]);
            out.next();
        }
        RowStore rows = out.finish();
        DataGrid[] grid = new DataGrid[1];
        StatesStrip[] strip = new StatesStrip[1];
        PanelFixture.fx(() -> {
            grid[0] = new DataGrid(fixture.slot.navigation().navigator());
            strip[0] = new StatesStrip(fixture.slot.appearance(), grid[0]);
            grid[0].show(rows, CellText.of(new TimeSpan(0, 1)), "");
            root.setTop(new VBox(strip[0].node(), grid[0]));
        });
        assertEquals("State shares: Sleeping 60.0%, Running 40.0%", bar(strip[0]));
        PanelFixture.fx(() -> grid[0].setTextFilter("run"));
        PanelFixture.await(() -> bar(strip[0]).equals("State shares: Running 100.0%"));
        PanelFixture.fx(() -> grid[0].setTextFilter("nothing of that"));
        PanelFixture.await(() -> !strip[0].node().isVisible());
    }

    private static String bar(StatesStrip strip) {
        return ((VBox) strip.node()).getChildren().getFirst().getAccessibleText();
    }
}
