package traceglass.app.theme;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import org.controlsfx.control.PopOver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Styles;

/// Tests that popups which are open while the theme or the text size changes look like popups opened afterwards.
@ExtendWith(ApplicationExtension.class)
class OpenPopupsTest {

    private Stage stage;
    private WindowTheme theme;
    private StackPane root;

    @Start
    void start(Stage primary) {
        stage = primary;
    }

    @BeforeEach
    void showWindow(FxRobot robot) {
        robot.interact(() -> {
            theme = new WindowTheme(true);
            theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
            root = new StackPane();
            Scene scene = new Scene(root, 400, 300);
            theme.install(scene);
            stage.setScene(scene);
            stage.show();
        });
    }

    @AfterEach
    void close(FxRobot robot) {
        robot.interact(() -> {
            theme.scaleProperty().set(1);
            theme.close();
        });
    }

    private PopupWindow form() {
        Label small = new Label("Remaining difference: up to 40 ns.");
        small.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        Button save = new Button("Save");
        save.getStyleClass().add(Styles.PRIMARY);
        Button cancel = new Button("Cancel");
        cancel.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        TextField field = new TextField("+2 µs");
        // Avoid the blinking caret.
        field.setFocusTraversable(false);
        FormPopup popup =
                new FormPopup(new VBox(new Label("Form"), small, field, save, cancel), PopOver.ArrowLocation.TOP_LEFT);
        popup.setAutoHide(false);
        popup.setAnimated(false);
        popup.show(root, 100, 100);
        return popup;
    }

    private PopupWindow menu() {
        ContextMenu menu = new ContextMenu(new MenuItem("Copy"), new MenuItem("Paste"));
        menu.show(root, 120, 120);
        return menu;
    }

    /// Returns the colors of every second pixel in both directions.
    private static String picture(PopupWindow popup) {
        popup.getScene().getRoot().applyCss();
        popup.sizeToScene();
        popup.getScene().getRoot().layout();
        WritableImage image = popup.getScene().snapshot(null);
        StringBuilder pixels = new StringBuilder();
        for (int y = 0; y < image.getHeight(); y += 2) {
            for (int x = 0; x < image.getWidth(); x += 2) {
                pixels.append(image.getPixelReader().getArgb(x, y)).append(' ');
            }
        }
        return pixels.toString();
    }

    /// Waits for a few frames, after which a menu shows its selected item.
    private static void waitForFrames() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Platform.runLater(() -> new AnimationTimer() {

            private int frames;

            @Override
            public void handle(long now) {
                if (++frames == 4) {
                    stop();
                    done.complete(null);
                }
            }
        }.start());
        done.join();
        WaitForAsyncUtils.waitForFxEvents();
    }

    private void assertLooksLikeAPopupOpenedAfter(FxRobot robot, Supplier<PopupWindow> open, Runnable change) {
        String[] pictures = new String[3];
        PopupWindow[] popup = new PopupWindow[1];
        robot.interact(() -> popup[0] = open.get());
        waitForFrames();
        robot.interact(() -> pictures[0] = picture(popup[0]));
        robot.interact(change);
        waitForFrames();
        robot.interact(() -> {
            pictures[1] = picture(popup[0]);
            popup[0].hide();
            popup[0] = open.get();
        });
        waitForFrames();
        robot.interact(() -> {
            pictures[2] = picture(popup[0]);
            popup[0].hide();
        });
        assertNotEquals(pictures[0].hashCode(), pictures[1].hashCode());
        assertTrue(pictures[1].equals(pictures[2]), "the popup differs from one opened after the change");
    }

    @Test
    void formsFollowTheTheme(FxRobot robot) {
        assertLooksLikeAPopupOpenedAfter(
                robot, this::form, () -> theme.choiceProperty().set(WindowTheme.Choice.DARK));
    }

    @Test
    void formsFollowTheTextSize(FxRobot robot) {
        assertLooksLikeAPopupOpenedAfter(
                robot, this::form, () -> theme.scaleProperty().set(1.5));
    }

    /// JavaFX restyles windows and popups in an order that differs from run to run.
    @Test
    void popupsFollowTheThemeInEveryOrder(FxRobot robot) {
        List<PopupWindow> open = new ArrayList<>();
        robot.interact(() -> {
            for (int i = 0; i < 6; i++) {
                open.add(menu());
                open.add(form());
            }
        });
        waitForFrames();
        robot.interact(() -> theme.choiceProperty().set(WindowTheme.Choice.DARK));
        waitForFrames();
        robot.interact(() -> {
            open.add(menu());
            open.add(form());
        });
        waitForFrames();
        robot.interact(() -> {
            List<String> pictures = open.stream().map(OpenPopupsTest::picture).toList();
            for (int i = 0; i < 12; i++) {
                assertTrue(
                        pictures.get(i).equals(pictures.get(12 + i % 2)),
                        "popup " + i + " differs from one opened after the change");
            }
            open.forEach(PopupWindow::hide);
        });
    }

    @Test
    void menusFollowTheTheme(FxRobot robot) {
        assertLooksLikeAPopupOpenedAfter(
                robot, this::menu, () -> theme.choiceProperty().set(WindowTheme.Choice.DARK));
    }
}
