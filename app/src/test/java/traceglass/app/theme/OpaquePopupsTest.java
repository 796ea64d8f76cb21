package traceglass.app.theme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.collections.FXCollections;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.skin.ComboBoxListViewSkin;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/// Tests that popups have no margin for a shadow on systems without transparent windows, where it would be white.
@ExtendWith(ApplicationExtension.class)
class OpaquePopupsTest {

    private Stage stage;

    @Start
    void start(Stage primary) {
        stage = primary;
    }

    /// Shows a menu and returns how much wider its window is than its background.
    private double margin(FxRobot robot, boolean isTransparent) {
        double[] margin = new double[1];
        robot.interact(() -> {
            WindowTheme theme = new WindowTheme(isTransparent);
            StackPane root = new StackPane();
            Scene scene = new Scene(root, 400, 300);
            theme.install(scene);
            stage.setX(100);
            stage.setY(100);
            stage.setScene(scene);
            stage.show();
            ContextMenu menu = new ContextMenu(new MenuItem("Pin"), new MenuItem("Hide"));
            menu.show(root, 200, 200);
            Region background = (Region) menu.getSkin().getNode();
            margin[0] = menu.getWidth() - background.getWidth();
            if (!isTransparent) {
                assertEquals(
                        0,
                        background
                                .getBackground()
                                .getFills()
                                .getFirst()
                                .getRadii()
                                .getTopLeftHorizontalRadius());
            }
            menu.hide();
            theme.close();
        });
        return margin[0];
    }

    @Test
    void popupsHaveNoShadowWithoutTransparency(FxRobot robot) {
        assertTrue(margin(robot, true) > 10);
        assertEquals(0, margin(robot, false), 1);
    }

    @Test
    void dropDownListsHaveABorderWithoutTransparency(FxRobot robot) {
        robot.interact(() -> {
            WindowTheme theme = new WindowTheme(false);
            theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
            ComboBox<String> box = new ComboBox<>(FXCollections.observableArrayList("System", "Light", "Dark"));
            Scene scene = new Scene(new StackPane(box), 400, 300);
            theme.install(scene);
            stage.setX(100);
            stage.setY(100);
            stage.setScene(scene);
            stage.show();
            box.show();
            Region list = (Region) ((ComboBoxListViewSkin<?>) box.getSkin()).getPopupContent();
            list.applyCss();
            list.layout();
            BackgroundFill border = list.getBackground().getFills().getFirst();
            assertEquals(Color.web("#C6CBD5"), border.getFill());
            assertEquals(
                    new Insets(1), list.getBackground().getFills().getLast().getInsets());
            assertTrue(list.lookupAll(".scroll-bar").stream().noneMatch(Node::isVisible), "the list scrolls");
            box.hide();
            theme.close();
        });
    }
}
