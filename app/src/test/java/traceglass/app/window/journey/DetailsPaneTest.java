package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests that all tabs of the details pane have the same height, and that a cleared selection can be restored.
class DetailsPaneTest extends WindowScenario {

    private void layOut(FxRobot robot) {
        robot.interact(() -> {
            window.root().applyCss();
            window.root().layout();
        });
    }

    private void selectAll(FxRobot robot) throws Exception {
        run(robot, "selection.all");
        WindowFixture.waitFor(
                () -> window.slot().host().detailsPane().openProperty().get() && window.isComplete());
    }

    @Test
    void allTabsHaveTheHeightThatTheUserChose(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        selectAll(robot);
        DetailsPane pane = window.slot().host().detailsPane();
        layOut(robot);
        double first = pane.getHeight();
        for (DetailsTab tab : pane.tabs()) {
            robot.interact(() -> pane.select(tab));
            layOut(robot);
            assertEquals(first, pane.getHeight(), tab.id());
        }
        robot.interact(() -> pane.setDraggedHeight(260));
        for (DetailsTab tab : pane.tabs()) {
            robot.interact(() -> pane.select(tab));
            layOut(robot);
            assertEquals(260, pane.getHeight(), tab.id());
        }
    }

    @Test
    void noOtherTabIsShownBeforeTheSummaryOfAnArea(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        DetailsPane pane = window.slot().host().detailsPane();
        robot.interact(() -> pane.select(pane.tab("selection").orElseThrow()));
        List<String> shown = new ArrayList<>();
        robot.interact(() -> pane.selectedProperty().addListener((_, _, newValue) -> shown.add(newValue.id())));
        selectAll(robot);
        fixture.settle();
        assertEquals(List.of("area-slices"), shown);
        assertFalse(pane.tab("selection").orElseThrow().availableProperty().get());
        robot.interact(view::clearSelection);
        fixture.settle();
        assertEquals(List.of("area-slices", "selection"), shown);
    }

    @Test
    void argumentsInASeparateTabStayUntilTheSummaryIsShown(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        DetailsPane pane = window.slot().host().detailsPane();
        long slice = number("SELECT id FROM slice WHERE arg_set_id IN (SELECT arg_set_id FROM args) LIMIT 1");
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", slice));
        DetailsTab arguments = pane.tab("arguments").orElseThrow();
        WindowFixture.waitFor(
                () -> window.isComplete() && arguments.availableProperty().get());
        robot.interact(() -> pane.select(arguments));
        List<String> shown = new ArrayList<>();
        robot.interact(() -> pane.selectedProperty().addListener((_, _, newValue) -> shown.add(newValue.id())));
        selectAll(robot);
        fixture.settle();
        assertEquals(List.of("area-slices"), shown);
        assertFalse(arguments.availableProperty().get());
        assertFalse(pane.tab("selection").orElseThrow().availableProperty().get());
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", slice));
        WindowFixture.waitFor(
                () -> window.isComplete() && arguments.availableProperty().get());
        robot.interact(() -> pane.select(arguments));
        assertTrue(window.root().lookup("#args-list").isVisible());
    }

    @Test
    void detailsOfAnEventStayUntilTheSummaryOfAnAreaIsShown(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 100));
        WindowFixture.waitFor(window::isComplete);
        BorderPane details = (BorderPane) window.root().lookup("#details");
        List<Node> shown = new ArrayList<>();
        robot.interact(() -> {
            shown.add(details.getCenter());
            view.selectionControls().selectAll();
            shown.add(details.getCenter());
        });
        assertSame(shown.getFirst(), shown.getLast());
        WindowFixture.waitFor(window::isComplete);
        robot.interact(view::clearSelection);
        assertInstanceOf(Label.class, details.getCenter());
    }

    @Test
    void ctrlZAndAltLeftRestoreAClearedSelection(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        selectAll(robot);
        fixture.settle();
        Selection all = window.slot().selection().get();
        assertTrue(((Selection.Area) all).tracks().size() > 10);
        robot.interact(view::requestFocus);
        robot.type(KeyCode.ESCAPE);
        fixture.settle();
        assertEquals(Selection.NONE, window.slot().selection().get());
        robot.press(KeyCode.CONTROL).type(KeyCode.Z).release(KeyCode.CONTROL);
        assertEquals(all, window.slot().selection().get());
        robot.type(KeyCode.ESCAPE);
        fixture.settle();
        robot.press(KeyCode.ALT).type(KeyCode.LEFT).release(KeyCode.ALT);
        fixture.settle();
        assertInstanceOf(Selection.Area.class, window.slot().selection().get());
        assertEquals(all, window.slot().selection().get());
        WindowFixture.waitFor(() -> window.isComplete()
                && "area-slices"
                        .equals(window.slot()
                                .host()
                                .detailsPane()
                                .selectedProperty()
                                .get()
                                .id()));
        assertFalse(window.slot().host().detailsPane().tabs().isEmpty());
    }
}
