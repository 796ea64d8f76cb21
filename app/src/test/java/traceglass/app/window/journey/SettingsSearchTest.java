package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.preferences.page.SettingsPage;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;

/// Tests the search in the settings and in the sheet of keyboard shortcuts.
class SettingsSearchTest extends WindowScenario {

    private static boolean isShown(Node node) {
        for (Node n = node; n != null; n = n.getParent()) {
            if (!n.isVisible()) {
                return false;
            }
        }
        return true;
    }

    private static long labels(FxRobot robot, String selector, String text) {
        return FxSupply.get(() -> robot.lookup(selector + " .label").queryAllAs(Label.class).stream()
                .filter(l -> l.getText().equals(text) && isShown(l))
                .count());
    }

    @Test
    void theKeysSheetFindsShortcutsByNameAndKey(FxRobot robot) {
        run(robot, "help.keys");
        TextField search = robot.lookup("#help-search").queryAs(TextField.class);
        assertTrue(search.isFocused(), "the search field is not focused");
        assertEquals(1, labels(robot, "#help", "Show or hide the sidebar"));
        double y = FxSupply.get(() -> search.localToScene(0, 0).getY());
        robot.write("sideb");
        assertEquals(y, FxSupply.get(() -> search.localToScene(0, 0).getY()), 1, "the field moves while typing");
        assertEquals(1, labels(robot, "#help", "Show or hide the sidebar"));
        assertEquals(0, labels(robot, "#help", "Scroll the tracks"));
        robot.interact(() -> search.setText("ctrl wheel"));
        assertEquals(1, labels(robot, "#help", "Zoom at the pointer"));
        assertEquals(0, labels(robot, "#help", "Show or hide the sidebar"));
        robot.interact(() -> search.setText("qqqq"));
        assertEquals(1, labels(robot, "#help", "No shortcut matches “qqqq”."));
        robot.type(KeyCode.ESCAPE);
        assertFalse(FxSupply.get(() -> window.help().isVisible()));
    }

    @Test
    void theSettingsPageFindsSettingsAndShortcuts(FxRobot robot) {
        robot.interact(() -> showPage(window.page(SettingsPage.ID).orElseThrow()));
        TextField search = robot.lookup("#settings-search").queryAs(TextField.class);
        Node colorBlindSetting = robot.lookup("#settings-blind").query();
        Node memory = robot.lookup("#settings-memory").query();
        robot.interact(() -> search.setText("blind"));
        assertTrue(isShown(colorBlindSetting));
        assertFalse(isShown(memory));
        assertEquals(0, labels(robot, "#settings-page", "Memory and disk"));
        robot.interact(() -> search.setText("memory"));
        assertTrue(isShown(memory));
        assertFalse(isShown(colorBlindSetting));
        Node scheme = robot.lookup("#settings-theme").query();
        robot.interact(() -> search.setText("dark"));
        assertTrue(isShown(scheme), "a choice of a setting is not found");
        assertFalse(isShown(memory));
        assertEquals(0, labels(robot, "#settings-page", "Edit formula of the track…"));
        robot.interact(() -> search.setText("xqzxqz"));
        assertEquals(1, labels(robot, "#settings-page", "No setting or shortcut matches “xqzxqz”."));
        robot.interact(() -> search.setText(""));
        assertTrue(isShown(colorBlindSetting) && isShown(memory));
    }

    @Test
    void aMissingModuleFolderIsReportedInTheBackground(FxRobot robot) throws Exception {
        robot.interact(() -> showPage(window.page(SettingsPage.ID).orElseThrow()));
        TextField folder = robot.lookup("#settings-modules").queryAs(TextField.class);
        Node missing = robot.lookup("#settings-modules-missing").query();
        assertFalse(FxSupply.get(missing::isVisible));
        robot.interact(() -> {
            folder.setText("/missing/folder");
            assertFalse(missing.isVisible(), "the JavaFX thread accessed the folder");
        });
        WaitForAsyncUtils.waitFor(20, TimeUnit.SECONDS, () -> FxSupply.get(missing::isVisible));
        robot.interact(() -> folder.setText(""));
        WaitForAsyncUtils.waitFor(20, TimeUnit.SECONDS, () -> FxSupply.get(() -> !missing.isVisible()));
    }

    @Test
    void theOmniboxFindsTheColorSchemesAndReportsThatNoCommandMatches(FxRobot robot) {
        TextField field = robot.lookup("#omnibox-field").queryAs(TextField.class);
        robot.interact(() -> window.omnibox().focus(">dark"));
        assertTrue(robot.lookup("#palette").queryAs(Region.class).isVisible());
        assertEquals(0, labels(robot, "#palette", "No command matches"));
        robot.interact(() -> field.setText(">xqzxqz"));
        assertEquals(1, labels(robot, "#palette", "No command matches"));
        robot.interact(() -> field.setText(""));
        assertFalse(robot.lookup("#palette").query().isVisible());
    }

    @Test
    void settingsThatAreOnOrOffAreSwitches(FxRobot robot) {
        robot.interact(() -> showPage(window.page(SettingsPage.ID).orElseThrow()));
        CheckBox contrast = robot.lookup("#settings-contrast").queryAs(CheckBox.class);
        Region box = (Region) contrast.lookup(".box");
        Region knob = (Region) contrast.lookup(".mark");
        assertEquals(30, box.getWidth());
        assertEquals(2, knob.getBoundsInParent().getMinX());
        assertEquals(14, knob.getWidth());
        robot.interact(() -> {
            contrast.setSelected(true);
            window.root().applyCss();
            window.root().layout();
        });
        assertEquals(28, knob.getBoundsInParent().getMaxX());
        robot.interact(() -> contrast.setSelected(false));
    }
}
