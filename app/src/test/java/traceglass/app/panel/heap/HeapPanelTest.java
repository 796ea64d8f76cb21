package traceglass.app.panel.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.panel.flame.FlamePanel;
import traceglass.app.session.SessionConnection;
import traceglass.app.testing.MemoryTraces;

/// Tests navigation in the heap dumps of a trace.
@ExtendWith(ApplicationExtension.class)
class HeapPanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) throws IOException {
        Path file = Files.createTempFile("heap", ".pftrace");
        file.toFile().deleteOnExit();
        fixture.open(MemoryTraces.heapDumps(file, 3, 800, 1200));
        FlamePanel.install(fixture.slot, fixture.window.messages(), fixture.pair);
        HeapPanel.install(fixture.slot, fixture.window.messages());
        BorderPane root = new BorderPane();
        root.setBottom(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 1280, 900);
    }

    @BeforeEach
    void open() {
        fixture.waitUntilReady();
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("heap")
                .get()
                .availableProperty()
                .get());
        PanelFixture.fx(() -> run("heap.open"));
    }

    private void run(String command) {
        fixture.slot.host().commands().all().stream()
                .filter(c -> c.id().equals(command))
                .findFirst()
                .orElseThrow()
                .action()
                .run();
    }

    private long number(String sql) throws SQLException {
        try (Connection c = SessionConnection.of(fixture.slot.trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            assertTrue(r.next());
            return r.getLong(1);
        }
    }

    private static DataGrid grid(FxRobot robot, String id) {
        return robot.lookup(id).tryQueryAs(DataGrid.class).orElse(null);
    }

    private static int row(DataGrid grid, String text) {
        for (int r = 0; r < grid.rows().size(); r++) {
            if (text.equals(grid.rows().getText(r, 0))) {
                return r;
            }
        }
        return -1;
    }

    @Test
    void listsClassesOfTheLastDumpWithCounts(FxRobot robot) throws SQLException {
        PanelFixture.await(() -> grid(robot, "#heap-classes") != null
                && grid(robot, "#heap-classes").rows().size() > 0);
        DataGrid classes = grid(robot, "#heap-classes");
        long ts = number("SELECT max(graph_sample_ts) FROM heap_graph_object");
        assertEquals(
                number("SELECT count(DISTINCT c.name) FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id"
                        + " = o.type_id WHERE graph_sample_ts = "
                        + ts),
                classes.rows().size());
        String byteArrays =
                " FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id WHERE c.name = 'byte[]'"
                        + " AND graph_sample_ts = "
                        + ts;
        int row = row(classes, "byte[]");
        assertEquals(number("SELECT count(*)" + byteArrays), classes.rows().getLong(row, 1));
        assertEquals(
                number("SELECT sum(self_size)" + byteArrays), classes.rows().getLong(row, 2));
        assertEquals(
                number("SELECT count(*)" + byteArrays + " AND reachable"),
                classes.rows().getLong(row, 7));
        // Sorted by retained size.
        assertTrue(
                classes.rows().getLong(classes.order()[0], 4) >= classes.rows().getLong(classes.order()[1], 4));
    }

    @Test
    void linksFromAClassToAnObjectAndToItsDominator(FxRobot robot) throws SQLException {
        PanelFixture.await(() -> grid(robot, "#heap-classes") != null
                && grid(robot, "#heap-classes").rows().size() > 0);
        // The link is the text, which is narrower than its cell.
        robot.clickOn(robot.lookup((Text t) -> t.getText().equals("java.util.HashMap$Node"))
                .<Node>query());
        PanelFixture.await(() -> grid(robot, "#heap-objects") != null
                && grid(robot, "#heap-objects").rows().size() > 0);
        DataGrid objects = grid(robot, "#heap-objects");
        assertEquals("java.util.HashMap$Node", objects.rows().getText(0, 1));
        assertTrue(robot.lookup("Objects of HashMap$Node").tryQuery().isPresent());
        PanelFixture.fx(() -> objects.table().getSelectionModel().clearAndSelect(0));
        PanelFixture.await(() -> robot.lookup("#heap-object")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().equals("java.util.HashMap$Node"))
                .orElse(false));
        assertTrue(robot.lookup((Label l) -> l.getText() != null && l.getText().startsWith("Shortest path from a root"))
                .tryQuery()
                .isPresent());
        Controls.press(robot, "#heap-view-objects");
        assertTrue(objects.rows().size() < 1200);
        PanelFixture.fx(() -> run("heap.objects"));
        PanelFixture.await(() -> objects.rows().size() == 1200);
    }

    @Test
    @SuppressWarnings("unchecked")
    void expandsTheDominatorTreeLevelByLevel(FxRobot robot) throws SQLException {
        PanelFixture.await(() -> grid(robot, "#heap-classes") != null
                && grid(robot, "#heap-classes").rows().size() > 0);
        Controls.press(robot, "#heap-view-dominators");
        PanelFixture.await(() -> robot.lookup("#heap-dominators").tryQuery().isPresent());
        TreeTableView<DominatorTree.Row> table =
                robot.lookup("#heap-dominators").queryAs(TreeTableView.class);
        PanelFixture.await(() -> table.getRoot().getChildren().stream()
                .allMatch(i -> i.getValue().remaining() == null || i.getValue().remaining().length > 0));
        TreeItem<DominatorTree.Row> first = table.getRoot().getChildren().getFirst();
        PanelFixture.fx(() -> first.setExpanded(true));
        PanelFixture.await(() -> !first.getChildren().isEmpty()
                && first.getChildren().getFirst().getValue().remaining() == null);
        assertFalse(first.getChildren().getFirst().isExpanded());
        // The numbers are at the right edge; the names take the remaining width.
        double used = table.getVisibleLeafColumns().stream()
                .mapToDouble(TreeTableColumn::getWidth)
                .sum();
        assertEquals(table.getWidth(), used, 24);
        PanelFixture.fx(() -> table.getSelectionModel().select(first));
        PanelFixture.await(() -> robot.lookup("#heap-object").tryQuery().isPresent());
    }

    @Test
    void comparesTwoDumpsByClass(FxRobot robot) throws SQLException {
        PanelFixture.await(() -> grid(robot, "#heap-classes") != null
                && grid(robot, "#heap-classes").rows().size() > 0);
        PanelFixture.fx(() -> run("heap.compare"));
        PanelFixture.await(() -> grid(robot, "#heap-differences") != null
                && grid(robot, "#heap-differences").rows().size() > 0);
        DataGrid differences = grid(robot, "#heap-differences");
        int row = row(differences, "java.lang.String");
        String strings = " FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id WHERE c.name ="
                + " 'java.lang.String' AND graph_sample_ts = ";
        long a = number("SELECT count(*)" + strings + "(SELECT min(graph_sample_ts) FROM heap_graph_object)");
        long b = number("SELECT count(*)" + strings + "(SELECT max(graph_sample_ts) FROM heap_graph_object)");
        assertEquals(a, differences.rows().getLong(row, 1));
        assertEquals(b, differences.rows().getLong(row, 2));
        assertEquals(b - a, differences.rows().getLong(row, 3));
        assertEquals(
                differences.rows().getLong(row, 5) - differences.rows().getLong(row, 4),
                differences.rows().getLong(row, 6));
    }

    @Test
    void clickOnTheMarkerOfADumpChoosesIt(FxRobot robot) throws SQLException {
        long id = number("SELECT min(id) FROM heap_graph");
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Event("heap_graph", id, 0, 0)));
        PanelFixture.await(() -> grid(robot, "#heap-classes") != null && sum(grid(robot, "#heap-classes")) == 800);
        Controls.press(robot, "#heap-flame");
        PanelFixture.await(() ->
                fixture.slot.host().detailsPane().selectedProperty().get().id().equals("area-flame"));
        PanelFixture.await(() -> robot.lookup("#flame-source").tryQuery().isPresent()
                && robot.lookup("#flame-source").queryComboBox().getItems().size() == 2);
    }

    @Test
    void rangeOnTheTrackOffersItsDumps(FxRobot robot) {
        List<TrackNode> tracks = fixture.slot.trace().session().tracks().roots().stream()
                .flatMap(HeapPanelTest::leaves)
                .filter(n -> n.key().startsWith("heap/"))
                .toList();
        assertEquals(1, tracks.size());
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Area(0, 300_000_000, tracks)));
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("area-flame")
                .get()
                .availableProperty()
                .get());
        PanelFixture.fx(() -> fixture.slot
                .host()
                .detailsPane()
                .select(fixture.slot.host().detailsPane().tab("area-flame").get()));
        PanelFixture.await(() -> robot.lookup("#flame-scope").tryQuery().isPresent());
        PanelFixture.await(
                () -> robot.lookup("#flame-scope").queryComboBox().getItems().size() == 5);
        PanelFixture.await(
                () -> robot.lookup("#flame-measure").queryComboBox().getItems().size() == 2);
    }

    private static Stream<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty()
                ? Stream.of(node)
                : node.children().stream().flatMap(HeapPanelTest::leaves);
    }

    private static long sum(DataGrid classes) {
        long sum = 0;
        for (int r = 0; r < classes.rows().size(); r++) {
            sum += classes.rows().getLong(r, 1);
        }
        return sum;
    }

    @Test
    void allNumbersOfTheDominatorTreeAreVisibleInANarrowWindow(FxRobot robot) {
        PanelFixture.fx(() -> {
            run("heap.dominators");
            fixture.slot.host().detailsPane().getScene().getWindow().setWidth(700);
        });
        PanelFixture.await(() -> robot.lookup("#heap-dominators")
                .tryQueryAs(TreeTableView.class)
                .filter(t -> t.getWidth() > 0 && t.getWidth() <= 700)
                .isPresent());
        TreeTableView<?> table = robot.lookup("#heap-dominators").queryAs(TreeTableView.class);
        PanelFixture.await(() -> table.getVisibleLeafColumns().stream()
                        .mapToDouble(TreeTableColumn::getWidth)
                        .sum()
                <= table.getWidth());
    }
}
