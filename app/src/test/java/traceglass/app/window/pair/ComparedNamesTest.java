package traceglass.app.window.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.app.window.WindowFixture.waitFor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.layout.HBox;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.grid.DataGrid;
import traceglass.app.testing.TruncatedText;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;

/// Tests the comparison of names that only one of two traces has.
class ComparedNamesTest extends WindowScenario {

    private Path trace(String file, String... slices) throws Exception {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < slices.length; i++) {
            String[] parts = slices[i].split("=");
            events.append(i == 0 ? "" : ",")
                    .append("{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"%s\",\"ts\":%d,\"dur\":%s}"
                            .formatted(parts[0], 10_000 * i, parts[1]));
        }
        return Files.writeString(folder.resolve(file), "[" + events + "]");
    }

    private List<String> names(FxRobot robot) {
        DataGrid grid = robot.lookup("#compare-grid").queryAs(DataGrid.class);
        return FxSupply.get(() -> IntStream.range(0, grid.rows().size())
                .mapToObj(row -> grid.rows().getText(row, 0))
                .toList());
    }

    /// Texts of all labels in the grid, headings included.
    private List<String> headings(FxRobot robot) {
        return FxSupply.get(() -> {
            window.root().applyCss();
            window.root().layout();
            return robot.lookup("#compare-grid .label").queryAllAs(Label.class).stream()
                    .filter(l -> l.isVisible() && l.getText() != null)
                    .map(Label::getText)
                    .toList();
        });
    }

    private static String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Labeled.class).getText();
    }

    @Test
    void namesOfOneTraceAreListedSeparatelyAndNotAsMinusAHundredPercent(FxRobot robot) throws Exception {
        open(robot, trace("a.json", "draw=4000", "load=2000", "old=9000"));
        Path second = trace("b.json", "draw=5000", "load=2000", "fresh=8000", "fresher=100");
        robot.interact(() -> window.secondTrace().open(second, ok -> {}));
        waitFor(() -> !window.secondTrace().isOpening());
        fixture.settle();
        run(robot, "page.compare");
        waitFor(window::isComplete);
        assertEquals(List.of("draw", "load"), names(robot));
        assertEquals("In both  2", text(robot, "#compare-both"));
        assertEquals("Only in A  1", text(robot, "#compare-only-a"));
        assertEquals("Only in B  2", text(robot, "#compare-only-b"));
        assertTrue(headings(robot).contains("Change"));
        assertFalse(headings(robot).stream().anyMatch(t -> t.contains("100%")), headings(robot)::toString);

        fire(robot, "#compare-only-a");
        assertEquals(List.of("old"), names(robot));
        assertFalse(headings(robot).contains("Change"), headings(robot)::toString);
        fire(robot, "#compare-only-b");
        assertEquals(List.of("fresh", "fresher"), names(robot));
        assertTrue(text(robot, "#compare-summary").startsWith("2 names"), text(robot, "#compare-summary"));
    }

    @Test
    void controlsThatDoNotFitAreInAMenu(FxRobot robot) throws Exception {
        open(robot, trace("a.json", "draw=4000"));
        Path second = trace("b.json", "draw=5000");
        robot.interact(() -> window.secondTrace().open(second, ok -> {}));
        waitFor(() -> !window.secondTrace().isOpening());
        run(robot, "page.compare");
        waitFor(window::isComplete);
        robot.interact(() -> {
            fixture.stage().setWidth(900);
            fixture.stage().setHeight(700);
        });
        robot.interact(() -> {
            window.root().applyCss();
            window.root().layout();
        });
        robot.interact(() -> assertEquals(List.of(), TruncatedText.in(window.root())));
        assertTrue(robot.lookup("#compare-filter").tryQuery().isPresent());
        assertFalse(robot.lookup("#compare-median").tryQuery().isPresent(), "all controls fit");
        HBox row =
                (HBox) robot.lookup("#compare-scope-whole").query().getParent().getParent();
        robot.interact(() -> ((Button) row.lookup(".tg-overflow-button")).fire());
        waitFor(() -> robot.lookup("#compare-median").tryQuery().isPresent());
        assertTrue(robot.lookup("#compare-largest").tryQuery().isPresent());
    }
}
