package traceglass.app.window.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.testing.ManyTraces;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.engine.fleet.Fleet;
import traceglass.store.time.TimeSpan;

/// Tests the way from a folder of traces to the slowest one.
class FleetJourneyTest extends WindowScenario {

    private Path runs(int count) throws Exception {
        Path runs = folder.resolve("runs");
        ManyTraces.write(runs, count);
        return runs;
    }

    private static boolean isShown(FxRobot robot, String id) {
        return robot.lookup(id).tryQuery().isPresent();
    }

    private void openAndImport(FxRobot robot, Path runs) throws Exception {
        robot.interact(() -> window.open(runs));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        fire(robot, "#fleet-import");
        waitForFleet(robot);
    }

    private void waitForFleet(FxRobot robot) throws Exception {
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-main")
                && window.page("fleet").orElseThrow().isComplete());
    }

    private List<String> column(FxRobot robot, int column) {
        return FxSupply.get(() -> {
            TableView<?> table = robot.lookup("#fleet-grid .table-view").queryAs(TableView.class);
            return table.lookupAll(".table-cell").stream()
                    .filter(n -> n instanceof TableCell<?, ?> c
                            && !c.isEmpty()
                            && table.getVisibleLeafIndex((javafx.scene.control.TableColumn) c.getTableColumn())
                                    == column)
                    .map(n -> (TableCell<?, ?>) n)
                    .sorted((a, b) -> Integer.compare(a.getIndex(), b.getIndex()))
                    .map(FleetJourneyTest::text)
                    .toList();
        });
    }

    private static String text(TableCell<?, ?> cell) {
        if (cell.getText() != null && !cell.getText().isEmpty()) {
            return cell.getText();
        }
        Node label = cell.lookup(".label");
        return label instanceof Label l ? l.getText() : "";
    }

    private void clickCell(FxRobot robot, String text) {
        Node found = FxSupply.get(() -> robot.lookup("#fleet-grid .table-cell .text").queryAll().stream()
                .filter(n ->
                        n instanceof javafx.scene.text.Text t && t.getText().equals(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no cell " + text)));
        robot.clickOn(found);
    }

    private static Path file(Path fleet, String name) {
        Fleet open = Fleet.open(fleet);
        return open.traces().stream()
                .filter(t -> t.name().equals(name))
                .map(t -> open.file(t.id()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theSlowestOfThirtyTracesIsTwoClicksAway(FxRobot robot) throws Exception {
        Path runs = runs(30);
        robot.interact(() -> window.drop(List.of(runs)));
        WindowFixture.waitFor(() -> isShown(robot, "#fleet-offer"));
        assertEquals(
                "Import 30 traces as a fleet",
                FxSupply.get(() ->
                        robot.lookup("#fleet-offer-title").queryAs(Label.class).getText()));
        assertEquals(
                "{folder}/*-{iteration}.json",
                FxSupply.get(() -> robot.lookup("#fleet-offer-pattern")
                        .queryAs(TextField.class)
                        .getText()));
        fire(robot, "#fleet-import");
        waitForFleet(robot);
        WindowFixture.waitFor(() -> column(robot, 0).getFirst().equals("run-30.json"));
        String slowest = column(robot, 1).getFirst();
        clickCell(robot, slowest);
        Path trace = file(runs.resolveSibling("runs.fleet"), "run-30.json");
        fixture.waitForTrace(trace);
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        fixture.settle();
        assertEquals("timeline", FxSupply.get(() -> window.pageProperty().get().id()));
        Selection.Event event =
                FxSupply.get(() -> (Selection.Event) window.slot().selection().get());
        assertEquals(number("SELECT id FROM slice WHERE name = 'measure'"), event.id());
        TimeSpan visible = FxSupply.get(() -> view.visibleSpanProperty().get());
        assertTrue(visible.contains(event.ts()) && visible.contains(event.ts() + event.dur()));
        assertTrue(visible.durNs() < 3 * event.dur(), visible.toString());
    }
}
