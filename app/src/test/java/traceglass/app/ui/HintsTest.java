package traceglass.app.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.render.control.Hints;

@ExtendWith(ApplicationExtension.class)
class HintsTest {

    private Button button;
    private Label other;

    @Start
    void start(Stage stage) {
        button = new Button("Do it");
        other = new Label("Something else");
        stage.setScene(new Scene(new HBox(40, other, button), 300, 60));
        stage.show();
    }

    @Test
    void tooltipIsCreatedOnHover(FxRobot robot) {
        robot.interact(() -> {
            Hints.set(button, "Runs it");
            Hints.set(button, "Runs it at once");
        });
        assertNull(button.getTooltip());
        assertEquals("Runs it at once", button.getAccessibleHelp());
        robot.moveTo(other).moveTo(button);
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals("Runs it at once", button.getTooltip().getText());
        robot.interact(() -> Hints.set(button, "Has run"));
        assertEquals("Has run", button.getTooltip().getText());
        assertEquals("Has run", Hints.of(button));
        robot.interact(() -> Hints.set(button, ""));
        assertNull(button.getTooltip());
        assertNull(Hints.of(button));
        assertNull(button.getAccessibleHelp());
        robot.interact(() -> Hints.set(button, "Again, below the pointer"));
        assertEquals("Again, below the pointer", button.getTooltip().getText());
        robot.interact(() -> Hints.set(button, null));
        robot.moveTo(other).moveTo(button);
        WaitForAsyncUtils.waitForFxEvents();
        assertNull(button.getTooltip());
    }

    @Test
    void tooltipIsShownOnHover(FxRobot robot) throws Exception {
        robot.interact(() -> Hints.set(button, "Runs it"));
        robot.moveTo(other).moveTo(button);
        WaitForAsyncUtils.waitFor(
                30,
                TimeUnit.SECONDS,
                () -> button.getTooltip() != null && button.getTooltip().isShowing());
    }
}
