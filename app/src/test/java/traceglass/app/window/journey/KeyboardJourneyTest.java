package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.grid.DataGrid;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.render.TimelineView;

/// Tests using the window without a mouse: open a trace, find a thread, zoom, select a slice, follow its flow, query
/// with SQL, export.
class KeyboardJourneyTest extends WindowScenario {

    private static final String TRACE = """
        {"traceEvents": [
          {"ph": "M", "name": "process_name", "pid": 10, "tid": 10, "args": {"name": "server"}},
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "main loop"}},
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 12, "args": {"name": "worker"}},
          {"ph": "X", "name": "send", "cat": "ipc", "pid": 10, "tid": 11, "ts": 1000, "dur": 8000},
          {"ph": "s", "name": "call", "cat": "ipc", "id": 7, "pid": 10, "tid": 11, "ts": 2000},
          {"ph": "X", "name": "receive", "cat": "ipc", "pid": 10, "tid": 12, "ts": 4000, "dur": 2000},
          {"ph": "f", "bp": "e", "name": "call", "cat": "ipc", "id": 7, "pid": 10, "tid": 12, "ts": 4500},
          {"ph": "X", "name": "idle", "cat": "ipc", "pid": 10, "tid": 12, "ts": 20000, "dur": 900}
        ]}
        """;

    private static void press(FxRobot robot, KeyCode... keys) {
        robot.press(keys);
        for (int i = keys.length - 1; i >= 0; i--) {
            robot.release(keys[i]);
        }
    }

    private String selected(FxRobot robot) {
        return FxSupply.get(() -> robot.lookup("#details-name")
                .tryQueryAs(Label.class)
                .map(Label::getText)
                .orElse(""));
    }

    private boolean isSearchFocused(FxRobot robot) {
        return FxSupply.get(
                () -> robot.lookup("#omnibox-field").queryAs(TextField.class).isFocused());
    }

    @Test
    void theWindowCanBeUsedWithoutAMouse(FxRobot robot) throws Exception {
        openTrace(robot);
        findThread(robot);
        long before = FxSupply.get(() -> view.visibleSpanProperty().get().durNs());
        robot.press(KeyCode.W);
        WindowFixture.waitFor(() -> view.visibleSpanProperty().get().durNs() < before);
        robot.release(KeyCode.W);
        fixture.settle();
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> selected(robot).equals("send"));
        // Wait until the arrow is drawn.
        WindowFixture.waitFor(
                () -> window.slot().host().commands().get("flow.next").enabled().getAsBoolean());
        robot.write("]");
        WindowFixture.waitFor(() -> selected(robot).equals("receive"));
        querySelectedSlice(robot);
        export(robot);
    }

    private void openTrace(FxRobot robot) throws Exception {
        Path file = Files.writeString(folder.resolve("calls.json"), TRACE);
        fixture.dialogs.trace = file;
        press(robot, KeyCode.CONTROL, KeyCode.O);
        fixture.waitForTrace(file);
        fixture.settle();
        assertInstanceOf(
                TimelineView.class, FxSupply.get(() -> window.root().getScene().getFocusOwner()));
    }

    private void findThread(FxRobot robot) throws Exception {
        press(robot, KeyCode.CONTROL, KeyCode.P);
        assertTrue(isSearchFocused(robot), "no prompt asks for a track");
        robot.write("main loop");
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> !isSearchFocused(robot));
        fixture.settle();
        String row = FxSupply.get(view::focusedRow);
        assertTrue(
                track(row).name().contains("main loop"), row + " " + track(row).name());
    }

    private void querySelectedSlice(FxRobot robot) throws Exception {
        press(robot, KeyCode.ALT, KeyCode.DIGIT3);
        robot.write("select name, dur from slice where id = $slice");
        press(robot, KeyCode.CONTROL, KeyCode.ENTER);
        WindowFixture.waitFor(
                () -> grid(robot).rows().size() == 1 && grid(robot).rows().columns() == 2);
        assertEquals("receive", FxSupply.get(() -> grid(robot).rows().getText(0, 0)));
    }

    private void export(FxRobot robot) throws Exception {
        Path saved = folder.resolve("result.csv");
        fixture.dialogs.saveTo = saved;
        press(robot, KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
        assertTrue(isSearchFocused(robot), "no prompt asks for a command");
        robot.write("export result");
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> robot.lookup("#sql-save-csv").tryQuery().isPresent());
        robot.type(KeyCode.DOWN);
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> Files.exists(saved));
        WindowFixture.waitFor(() -> read(saved).contains("receive"));
    }

    private static DataGrid grid(FxRobot robot) {
        return robot.lookup("#sql-grid").queryAs(DataGrid.class);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return "";
        }
    }
}
