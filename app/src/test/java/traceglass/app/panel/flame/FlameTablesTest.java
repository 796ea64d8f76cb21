package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.app.testing.TruncatedText;

/// Tests the call tree and the functions next to the flame graph.
@ExtendWith(ApplicationExtension.class)
class FlameTablesTest {

    /// `load` calls itself, with `read` at the end, and `read` is called by `main` as well.
    private static final String TRACE = """
        {"traceEvents": [
          {"ph": "X", "name": "main", "pid": 1, "tid": 1, "ts": 0, "dur": 10000},
          {"ph": "X", "name": "load", "pid": 1, "tid": 1, "ts": 1000, "dur": 6000},
          {"ph": "X", "name": "load", "pid": 1, "tid": 1, "ts": 2000, "dur": 4000},
          {"ph": "X", "name": "read", "pid": 1, "tid": 1, "ts": 3000, "dur": 1000},
          {"ph": "X", "name": "read", "pid": 1, "tid": 1, "ts": 8000, "dur": 500}
        ]}
        """;

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) throws IOException {
        Path file = Files.createTempFile("recursion", ".json");
        file.toFile().deleteOnExit();
        Files.writeString(file, TRACE);
        fixture.open(file);
        FlamePanel.install(fixture.slot, fixture.window.messages(), fixture.pair);
        BorderPane root = new BorderPane();
        root.setCenter(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 1200, 700);
    }

    @BeforeEach
    void showTrace(FxRobot robot) {
        fixture.waitUntilReady();
        PanelFixture.fx(() -> fixture.slot.host().commands().run("flame.trace"));
        PanelFixture.await(() -> robot.lookup("#flame-view")
                .tryQueryAs(FlameView.class)
                .map(v -> v.tree().total(0) == 10_000_000)
                .orElse(false));
    }

    /// Texts of the rows that are shown, cell by cell.
    private static List<String> rows(FxRobot robot, String table) {
        return robot.lookup(table).query().lookupAll(".indexed-cell").stream()
                .filter(n -> n instanceof TableRow<?> || n instanceof TreeTableRow<?>)
                .map(n -> (IndexedCell<?>) n)
                .filter(r -> r.isVisible() && !r.isEmpty())
                .sorted(Comparator.comparingInt(IndexedCell::getIndex))
                .map(r -> r.getChildrenUnmodifiable().stream()
                        .filter(c -> c instanceof IndexedCell<?>)
                        .sorted(Comparator.comparingDouble(Node::getLayoutX))
                        .map(c -> text((IndexedCell<?>) c))
                        .filter(t -> !t.isEmpty())
                        .collect(Collectors.joining(" | ")))
                .toList();
    }

    private static String text(IndexedCell<?> cell) {
        return cell.getGraphic() == null
                ? ""
                : cell.getGraphic().lookupAll(".label").stream()
                        .map(l -> ((Label) l).getText())
                        .filter(t -> !t.isEmpty())
                        .collect(Collectors.joining(" "));
    }

    private static List<String> labels(FxRobot robot, String box) {
        return robot.lookup(box + " .label").queryAll().stream()
                .map(l -> ((Label) l).getText())
                .filter(t -> !t.isEmpty())
                .toList();
    }

    @Test
    void showsFunctionsWithRecursionCountedOnce(FxRobot robot) {
        Controls.press(robot, "#flame-view-functions");
        PanelFixture.await(() -> rows(robot, "#flame-functions").size() == 3);
        assertEquals(
                List.of(
                        "load | 5.000 | 50.0% | 6.000 | 60.0%",
                        "main | 3.500 | 35.0% | 10.000 | 100.0%", "read | 1.500 | 15.0% | 1.500 | 15.0%"),
                rows(robot, "#flame-functions"));
        TableView<Integer> table = robot.lookup("#flame-functions").queryTableView();
        assertEquals("Self, ms", table.getColumns().get(1).getText());
        PanelFixture.fx(() -> table.getSelectionModel().select(2));
        PanelFixture.await(() -> labels(robot, "#flame-callers").size() == 6);
        assertEquals(
                List.of("load", "1.000 ms", "66.7%", "main", "500.0 µs", "33.3%"), labels(robot, "#flame-callers"));
        assertEquals(List.of("None"), labels(robot, "#flame-callees"));
        // A caller is a link.
        PanelFixture.fx(
                () -> Controls.click(robot.lookup("#flame-callers .tg-link").query(), 3, 3, 1));
        PanelFixture.await(() ->
                robot.lookup("#flame-function").queryAs(Label.class).getText().equals("load")
                        && labels(robot, "#flame-callees").size() == 3);
        assertEquals(List.of("read", "1.000 ms", "16.7%"), labels(robot, "#flame-callees"));
        assertEquals(0, table.getSelectionModel().getSelectedIndex());
        // The frame with the largest value is then selected in the graph.
        Controls.press(robot, "#flame-view-graph");
        FlameView view = robot.lookup("#flame-view").queryAs(FlameView.class);
        PanelFixture.await(() -> view.selected() > 0);
        assertEquals(List.of("main", "load"), view.tree().path(view.selected()));
    }

    @Test
    void theFunctionsHaveTheWholeWidthOfANarrowWindowUntilOneIsSelected(FxRobot robot) {
        PanelFixture.fx(
                () -> fixture.slot.host().detailsPane().getScene().getWindow().setWidth(720));
        Controls.press(robot, "#flame-view-functions");
        PanelFixture.await(() -> rows(robot, "#flame-functions").size() == 3);
        TableView<Integer> table = robot.lookup("#flame-functions").queryTableView();
        PanelFixture.await(() -> table.getWidth() > 700);
        PanelFixture.fx(() -> table.getSelectionModel().select(2));
        PanelFixture.await(() -> table.getWidth() < 600);
        assertEquals(List.of("None"), labels(robot, "#flame-callees"));
    }

    @Test
    void showsTheCallTreeAndSharesSelectionAndFilters(FxRobot robot) {
        FlameView view = robot.lookup("#flame-view").queryAs(FlameView.class);
        Controls.press(robot, "#flame-view-tree");
        PanelFixture.await(() -> rows(robot, "#flame-tree").size() == 5);
        assertEquals(
                List.of(
                        "main | 10.000 | 100.0% | 100.0% | 3.500",
                        "load | 6.000 | 60.0% | 60.0% | 2.000",
                        "load | 4.000 | 40.0% | 66.7% | 3.000",
                        "read | 1.000 | 10.0% | 25.0% | 1.000",
                        "read | 0.500 | 5.0% | 5.0% | 0.500"),
                rows(robot, "#flame-tree"));
        TreeTableView<Integer> tree =
                (TreeTableView<Integer>) (Node) robot.lookup("#flame-tree").query();
        PanelFixture.fx(() -> tree.getSelectionModel().select(1));
        assertEquals(List.of("main", "load"), view.tree().path(view.selected()));
        assertEquals("load", robot.lookup("#flame-frame").queryAs(Label.class).getText());
        Controls.press(robot, "Hide frame");
        PanelFixture.await(() -> rows(robot, "#flame-tree").size() == 2);
        assertEquals(
                List.of("main | 10.000 | 100.0% | 100.0% | 8.500", "read | 1.500 | 15.0% | 15.0% | 1.500"),
                rows(robot, "#flame-tree"));
        Controls.press(robot, "#flame-view-functions");
        PanelFixture.await(() -> rows(robot, "#flame-functions").size() == 2);
        assertEquals(
                "main | 8.500 | 85.0% | 10.000 | 100.0%",
                rows(robot, "#flame-functions").getFirst());
        // Typed text filters the functions.
        Controls.focus(robot, "#flame-search").write("rea");
        PanelFixture.await(() -> rows(robot, "#flame-functions").size() == 1);
        robot.type(KeyCode.BACK_SPACE, 3);
        PanelFixture.await(() -> rows(robot, "#flame-functions").size() == 2);
        // The sums do not depend on the direction of the graph.
        Controls.press(robot, "#flame-direction-bottom-up");
        PanelFixture.await(() -> view.tree().collapsed().contains("read;main 1500000"));
        assertEquals(
                "main | 8.500 | 85.0% | 10.000 | 100.0%",
                rows(robot, "#flame-functions").getFirst());
    }

    @Test
    void exportsDisplayedRows(FxRobot robot) throws IOException {
        copy("flame.copy-tsv");
        assertTrue(clipboard().startsWith("depth\tname\tmodule\tduration_ns"), clipboard());
        PanelFixture.fx(() -> fixture.slot.host().commands().run("flame.view-functions"));
        PanelFixture.await(() -> rows(robot, "#flame-functions").size() == 3);
        TableView<Integer> table = robot.lookup("#flame-functions").queryTableView();
        PanelFixture.fx(() -> {
            table.getSortOrder().setAll(List.of(table.getColumns().get(3)));
            table.sort();
        });
        copy("flame.copy-tsv");
        assertEquals(
                "name\tmodule\tself\ttotal\tpercent\nmain\t\t3500000\t10000000\t100.000\n"
                        + "load\t\t5000000\t6000000\t60.000\nread\t\t1500000\t1500000\t15.000\n",
                clipboard());
        MenuButton export = robot.lookup("#flame-export").queryAs(MenuButton.class);
        PanelFixture.fx(export::show);
        assertTrue(export.getItems().stream().anyMatch(i -> "Copy functions as JSON".equals(i.getText())));
        assertFalse(export.getItems().stream().anyMatch(i -> "Copy tree as JSON".equals(i.getText())));
        PanelFixture.fx(export::hide);
        fixture.dialogs.saveTo = Files.createTempFile("functions", ".tsv");
        PanelFixture.fx(() -> fixture.slot.host().commands().run("flame.save-table"));
        PanelFixture.await(() -> fixture.window.messages().status().state().startsWith("Saved"));
        assertEquals(clipboard(), Files.readString(fixture.dialogs.saveTo));
        Files.delete(fixture.dialogs.saveTo);
    }

    private void copy(String command) {
        PanelFixture.fx(() -> {
            fixture.window.messages().status().setState("check", "", "");
            fixture.slot.host().commands().run(command);
        });
        PanelFixture.await(() -> fixture.window.messages().status().state().startsWith("Copied"));
    }

    private static String clipboard() {
        String[] text = new String[1];
        PanelFixture.fx(() -> text[0] = Clipboard.getSystemClipboard().getString());
        return text[0];
    }

    @Test
    void allNumbersAreVisibleInANarrowWindow(FxRobot robot) {
        PanelFixture.fx(() -> {
            fixture.slot.host().commands().run("flame.view-functions");
            fixture.slot.host().detailsPane().getScene().getWindow().setWidth(600);
        });
        PanelFixture.await(() -> robot.lookup("#flame-functions")
                .tryQueryAs(TableView.class)
                .filter(t -> t.getWidth() > 0 && t.getWidth() <= 600)
                .isPresent());
        TableView<?> table = robot.lookup("#flame-functions").queryAs(TableView.class);
        PanelFixture.await(() -> table.getVisibleLeafColumns().stream()
                        .mapToDouble(TableColumn::getWidth)
                        .sum()
                <= table.getWidth());
        assertTrue(
                TruncatedText.in(table).isEmpty(), () -> TruncatedText.in(table).toString());
    }
}
