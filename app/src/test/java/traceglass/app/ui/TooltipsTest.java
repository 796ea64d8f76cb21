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
import traceglass.render.control.Tooltips;

@ExtendWith(ApplicationExtension.class)
class TooltipsTest {

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
            Tooltips.set(button, "Runs it");
            Tooltips.set(button, "Runs it at once");
        });
        assertNull(button.getTooltip());
        assertEquals("Runs it at once", button.getAccessibleHelp());
        robot.moveTo(other).moveTo(button);
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals("Runs it at once", button.getTooltip().getText());
        robot.interact(() -> Tooltips.set(button, "Has run"));
        assertEquals("Has run", button.getTooltip().getText());
        assertEquals("Has run", Tooltips.of(button));
        robot.interact(() -> Tooltips.set(button, ""));
        assertNull(button.getTooltip());
        assertNull(Tooltips.of(button));
        assertNull(button.getAccessibleHelp());
        robot.interact(() -> Tooltips.set(button, "Again, below the pointer"));
        assertEquals("Again, below the pointer", button.getTooltip().getText());
        robot.interact(() -> Tooltips.set(button, null));
        robot.moveTo(other).moveTo(button);
        WaitForAsyncUtils.waitForFxEvents();
        assertNull(button.getTooltip());
    }

    @Test
    void tooltipIsShownOnHover(FxRobot robot) throws Exception {
        robot.interact(() -> Tooltips.set(button, "Runs it"));
        robot.moveTo(other).moveTo(button);
        WaitForAsyncUtils.waitFor(
                30,
                TimeUnit.SECONDS,
                () -> button.getTooltip() != null && button.getTooltip().isShowing());
    }
}
