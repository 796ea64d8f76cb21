package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;

/// Tests the record page's help for connecting a phone, and the connection form.
class ConnectingTest extends RecordPageScenario {

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    private static boolean shows(FxRobot robot, String part) {
        return robot.lookup((Node n) -> n instanceof Label l
                        && l.isVisible()
                        && l.getText() != null
                        && l.getText().contains(part))
                .tryQuery()
                .isPresent();
    }

    private void type(FxRobot robot, String id, String text) {
        fx(() -> robot.lookup(id).queryAs(TextField.class).setText(text));
    }

    private void press(FxRobot robot) {
        fx(() -> robot.lookup("#connect-go").queryAs(Button.class).fire());
    }

    private List<String> banners() {
        return window.context().messages().notices().texts();
    }

    @Test
    void explainsHowToConnectAPhoneUntilOneIsConnected(FxRobot robot) throws Exception {
        open(robot);
        assertTrue(robot.lookup("#target-no-phone").tryQuery().isPresent());
        assertTrue(shows(robot, "turn on USB debugging"));
        fx(() -> devices.accept(
                List.of(), new RecordProblem(RecordProblem.Kind.NOT_FOUND, "adb is not installed. Install it.")));
        waitFor(() -> shows(robot, "adb is not installed"));
        assertFalse(shows(robot, "turn on USB debugging"));
        fx(() -> devices.accept(List.of(new Phone("1", RecordingTarget.State.READY, 34)), null));
        waitFor(() -> robot.lookup("#target-adb-1").tryQuery().isPresent());
        assertFalse(robot.lookup("#target-no-phone").tryQuery().isPresent());
    }

    @Test
    void connectsOverWifiAndReportsFailuresInTheForm(FxRobot robot) throws Exception {
        open(robot);
        fx(() -> window.slot().host().commands().run("record.connect"));
        waitFor(() -> robot.lookup("#connect-form").tryQuery().isPresent());
        Button connect = robot.lookup("#connect-go").queryAs(Button.class);
        assertTrue(connect.isDisabled());
        type(robot, "#connect-address", REJECTING_ADDRESS);
        press(robot);
        waitFor(() -> text(robot, "#connect-outcome").equals(REJECTING_ADDRESS + " refuses connections."));
        assertEquals(List.of(), banners());
        type(robot, "#connect-address", "10.0.0.1:37001");
        type(robot, "#connect-code", "12345");
        assertEquals("Pair", connect.getText());
        assertTrue(connect.isDisabled(), "a pairing code has six digits");
        type(robot, "#connect-code", "123456");
        press(robot);
        waitFor(() -> text(robot, "#connect-outcome").startsWith("Paired."));
        assertEquals(
                "10.0.0.1:",
                robot.lookup("#connect-address").queryAs(TextField.class).getText());
        assertEquals("Connect", connect.getText());
        type(robot, "#connect-address", "10.0.0.1:5555");
        press(robot);
        waitFor(() -> robot.lookup("#connect-form").tryQuery().isEmpty());
        assertEquals("10.0.0.1:5555", connected);
        assertEquals(List.of(), banners());
    }

    @Test
    void helpForAMissingPromptIsShownBelowTheDevice(FxRobot robot) throws Exception {
        open(robot);
        fx(() -> devices.accept(List.of(new Phone("1", RecordingTarget.State.UNAUTHORIZED, 0)), null));
        waitFor(() -> robot.lookup("#no-prompt").tryQuery().isPresent());
        Controls.press(robot, "#no-prompt");
        assertTrue(text(robot, "#prompt-help").startsWith("Unlock the phone, open Developer options"));
        assertEquals(List.of(), banners());
        fx(() -> devices.accept(List.of(new Phone("1", RecordingTarget.State.READY, 34)), null));
        waitFor(() -> robot.lookup("#prompt-help").tryQuery().isEmpty());
    }
}
