package traceglass.app.window.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.app.window.WindowFixture.waitFor;

import java.util.List;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;
import traceglass.render.control.Tooltips;

/// Tests the export button of the top bar, and names of buttons without labels.
class ExportButtonTest extends WindowScenario {

    private static List<MenuItem> shownMenu() {
        return Window.getWindows().stream()
                .filter(w -> w instanceof ContextMenu menu && menu.isShowing())
                .flatMap(w -> ((ContextMenu) w).getItems().stream())
                .toList();
    }

    @Test
    void theExportButtonOpensAMenu(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        fire(robot, "#top-export");
        waitFor(() -> !shownMenu().isEmpty());
        List<MenuItem> items = FxSupply.get(ExportButtonTest::shownMenu);
        assertEquals(
                List.of("menu-window.picture", "menu-timeline.png", "menu-timeline.svg"),
                items.stream().limit(3).map(MenuItem::getId).toList());
        assertEquals("Save a picture of the window…", items.getFirst().getText());
        for (MenuItem item : items) {
            if (item.getId() != null) {
                boolean enabled = FxSupply.get(() -> window.slot()
                        .host()
                        .commands()
                        .get(item.getId().substring("menu-".length()))
                        .enabled()
                        .getAsBoolean());
                assertEquals(!enabled, item.isDisable(), item.getId());
            }
        }
        assertFalse(items.getFirst().isDisable());
        List<String> texts = items.stream().map(MenuItem::getText).toList();
        for (String text : List.of("Save the visible time range as a trace…", "Copy link to this view")) {
            assertTrue(texts.contains(text), text + " is not in " + texts);
        }
        Menu formats =
                (Menu) items.stream().filter(Menu.class::isInstance).findFirst().orElseThrow();
        assertEquals("Save trace as", formats.getText());
        assertEquals("Chrome JSON…", formats.getItems().get(1).getText());
        assertFalse(formats.getItems().get(1).isDisable());
        robot.interact(() -> Window.getWindows().stream()
                .filter(ContextMenu.class::isInstance)
                .toList()
                .forEach(Window::hide));
    }

    @Test
    void buttonsWithoutALabelInTheDetailsPaneHaveATooltip(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        run(robot, "selection.all");
        waitFor(window::isComplete);
        checkTabs(robot);
        robot.interact(() -> window.slot().navigation().navigator().select("slice", 10));
        waitFor(() ->
                window.isComplete() && !robot.lookup("#details-name").queryAll().isEmpty());
        checkTabs(robot);
    }

    private void checkTabs(FxRobot robot) throws Exception {
        DetailsPane pane = window.slot().host().detailsPane();
        for (DetailsTab tab : pane.tabs()) {
            if (!tab.availableProperty().get()) {
                continue;
            }
            robot.interact(() -> pane.select(tab));
            waitFor(window::isComplete);
            robot.interact(() -> {
                window.root().applyCss();
                window.root().layout();
            });
            for (ButtonBase button : robot.lookup(
                            "#details-pane .button, #details-pane .toggle-button, #details-pane .menu-button")
                    .queryAllAs(ButtonBase.class)) {
                boolean named = button.getText() != null && !button.getText().isBlank()
                        || Tooltips.of(button) != null
                        || button.getTooltip() != null;
                assertTrue(named, tab.id() + " has a button without a name: " + button);
            }
        }
    }
}
