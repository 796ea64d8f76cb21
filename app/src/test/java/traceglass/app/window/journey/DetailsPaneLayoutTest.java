package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.geometry.Bounds;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;

/// Tests the size, the buttons and the menu of the details pane.
class DetailsPaneLayoutTest extends WindowScenario {

    @Test
    void theDetailsPaneCanBeShrunkAndClosed(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        fixture.selectAll(robot);
        var detailsPane = window.slot().host().detailsPane();
        robot.interact(() -> {
            fire("#details-minimize");
            fixture.layOut();
            assertTrue(detailsPane.openProperty().get());
            assertTrue(detailsPane.getHeight() < 60, "it is still " + detailsPane.getHeight() + " px high");
            detailsPane.select(detailsPane.selectedProperty().get());
            fixture.layOut();
            assertEquals(320, detailsPane.getHeight(), 1);
            fire("#details-close");
            assertFalse(detailsPane.openProperty().get());
            assertFalse(detailsPane.isVisible());
        });
    }

    private void fire(String id) {
        ((javafx.scene.control.Button) window.root().lookup(id)).fire();
    }

    @Test
    void theDetailsPaneOpensAtItsDefaultHeightAndFillsTheWindowIfMaximized(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        fixture.selectAll(robot);
        robot.interact(() -> {
            // The timeline has the full height and is laid out with it.
            window.slot().host().detailsPane().openProperty().set(false);
            fixture.layOut();
            window.slot().host().detailsPane().openProperty().set(true);
            fixture.layOut();
            assertEquals(320, window.slot().host().detailsPane().getHeight(), 1);
            window.slot().host().commands().run("details.maximize");
            fixture.layOut();
            Bounds parentBounds = window.slot().host().detailsPane().getParent().getLayoutBounds();
            assertEquals(
                    parentBounds.getHeight(), window.slot().host().detailsPane().getHeight(), 1);
        });
    }

    @Test
    void theDetailsPaneMenuListsAllTabsIncludingHiddenOnes(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        fixture.selectAll(robot);
        robot.interact(() -> {
            ((javafx.scene.control.Button) window.root().lookup("#details-menu")).fire();
        });
        List<String> shown = FxSupply.get(() -> javafx.stage.Window.getWindows().stream()
                .filter(w -> w instanceof javafx.scene.control.ContextMenu)
                .flatMap(w -> ((javafx.scene.control.ContextMenu) w).getItems().stream())
                .map(javafx.scene.control.MenuItem::getText)
                .filter(t -> t != null)
                .toList());
        List<String> tabs = FxSupply.get(() -> window.slot().host().detailsPane().tabs().stream()
                .filter(t -> t.availableProperty().get())
                .map(t -> t.titleProperty().get())
                .toList());
        assertTrue(tabs.size() > 5, tabs.toString());
        assertTrue(shown.containsAll(tabs), shown + " lacks some of " + tabs);
        robot.interact(() -> List.copyOf(javafx.stage.Window.getWindows()).stream()
                .filter(w -> w instanceof javafx.scene.control.ContextMenu)
                .forEach(javafx.stage.Window::hide));
    }
}
