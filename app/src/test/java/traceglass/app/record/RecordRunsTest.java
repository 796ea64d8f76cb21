package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.testing.InstalledDaemons;
import traceglass.app.window.FxSupply;
import traceglass.protos.config.TraceConfig;
import traceglass.record.SessionState;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.SourceState;
import traceglass.record.spi.TargetReport;

/// Tests running, ended and failed recordings on the page, with the real service.
class RecordRunsTest extends RecordPageScenario {

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    /// This computer under another name, to have several targets.
    private static final class OtherComputer extends TestTarget {

        private final LocalTarget local;

        OtherComputer(LocalTarget local, String id) {
            super(id, "Computer " + id);
            this.local = local;
        }

        @Override
        public TargetReport inspect() {
            return local.inspect();
        }

        @Override
        public Recorder connect(TraceConfig config) throws RecordProblem {
            return local.connect(config);
        }
    }

    @Override
    List<RecordingTarget> otherTargets(LocalTarget local) {
        return List.of(local, new OtherComputer(local, "two"), new OtherComputer(local, "three"));
    }

    private RecordingRun run(int i) {
        return page.model().runs().get(i);
    }

    @Test
    void showsThreeRecordingsSeparately(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("");
        String[] ids = {"local", "two", "three"};
        String[] names = {"this computer", "Computer two", "Computer three"};
        for (int i = 0; i < ids.length; i++) {
            int expected = i;
            Controls.press(robot, "#target-" + ids[i]);
            waitFor(() -> page.isComplete());
            Controls.press(robot, "#record-start");
            waitFor(() -> page.model().runs().size() == expected + 1
                    && run(expected).view().state() == SessionState.RECORDING);
            assertEquals("Recording from " + names[i], text(robot, "#running-title"));
        }
        assertEquals(3, robot.lookup("#recording-task").queryAll().size());
        fx(() -> page.model().openWhenDoneProperty().set(false));
        // Each is stopped on its own; the others continue.
        Controls.press(robot, "#target-two");
        assertEquals("Recording from Computer two", text(robot, "#running-title"));
        Controls.press(robot, "#record-stop");
        waitFor(() -> run(1).view().state() == SessionState.DONE);
        assertTrue(run(0).isRunning() && run(2).isRunning());
        assertTrue(FxSupply.get(() -> window.context().work().isRunning()));
        Controls.press(robot, "#target-local");
        Controls.press(robot, "#record-cancel");
        waitFor(() -> page.model().runs().size() == 2);
        assertTrue(robot.lookup("#record-form").tryQuery().isPresent());
        Controls.press(robot, "#target-three");
        Controls.press(robot, "#record-stop");
        waitFor(() -> page.model().runs().stream().noneMatch(RecordingRun::isRunning));
        assertFalse(FxSupply.get(() -> window.context().work().isRunning()));
        assertTrue(page.model().runs().stream()
                .allMatch(r -> r.view().hasTrace() && Files.exists(r.view().file())));
    }

    @Test
    void recordsAgainWithOneKeyFromTheOpenTrace(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("duration_ms: 600");
        robot.push(KeyCode.CONTROL, KeyCode.R);
        waitFor(() -> window.slot().trace().session() != null
                && window.slot().trace().session().isReady());
        assertEquals("timeline", window.pageProperty().get().id());
        var first = window.slot().trace().session().file();
        robot.push(KeyCode.CONTROL, KeyCode.R);
        waitFor(() -> !window.slot().trace().session().file().equals(first)
                && window.slot().trace().session().isReady());
        assertTrue(Files.exists(first)
                && Files.exists(window.slot().trace().session().file()));
        Controls.press(robot, "#side-page-record");
        Controls.press(robot, "#recent-recordings");
        waitFor(() -> robot.lookup((Node n) -> n instanceof Label l
                        && l.getText().equals(first.getFileName().toString()))
                .tryQuery()
                .isPresent());
        robot.push(KeyCode.ESCAPE);
    }

    @Test
    void showsTheDelayBeforeTheStart(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("duration_ms: 500");
        fx(() -> {
            page.model().openWhenDoneProperty().set(false);
            page.model().startAfterProperty().set(3000);
        });
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().runs().size() == 1 && run(0).view().startsInMs() > 0);
        waitFor(() ->
                robot.lookup("Ready to record from this computer").tryQuery().isPresent()
                        && robot.lookup("until start").tryQuery().isPresent());
        waitFor(() -> run(0).view().state() == SessionState.DONE);
        assertTrue(text(robot, "#running-note").contains("No data was lost."), text(robot, "#running-note"));
    }

    @Test
    void savesRecordingsWhenTheWindowClosesWithoutBlocking(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("");
        Controls.press(robot, "#record-start");
        // Bytes are only counted when a data source passes on a full page of memory, which takes about ten
        // seconds here.
        waitFor(() -> page.model().runs().size() == 1
                && run(0).view().state() == SessionState.RECORDING
                && run(0).view().sources().stream().allMatch(s -> s.phase() == SourceState.Phase.RECORDING));
        dialogs.answer = Optional.of("Stop and save");
        // The window stays until the recording is saved, without blocking.
        fx(() -> assertFalse(window.context().guards().canClose()));
        assertEquals("A recording is running.", dialogs.lastQuestion);
        waitFor(() -> run(0).view().state() == SessionState.DONE);
        assertTrue(Files.size(run(0).view().file()) > 0);
        fx(() -> assertTrue(window.context().guards().canClose()));
        assertEquals(null, window.slot().trace().session());
    }

    @Test
    void marksTheFieldThatTheServiceRejects(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig(
                "trigger_config { trigger_mode: STOP_TRACING trigger_timeout_ms: 4000000000 triggers { name: \"t\""
                        + " stop_delay_ms: 1 } }");
        List<String> before = traces();
        Controls.press(robot, "#record-start");
        waitFor(() -> robot.lookup(
                        (Node n) -> n instanceof Label l && l.getText().contains("Change trigger_config"))
                .tryQuery()
                .isPresent());
        waitFor(() -> robot.lookup("#record-form").tryQuery().isPresent());
        assertTrue(page.model().runs().isEmpty());
        assertEquals(before, traces());
    }

    private static List<String> traces() throws java.io.IOException {
        if (!Files.exists(folder.resolve("traces"))) {
            return List.of();
        }
        try (var files = Files.list(folder.resolve("traces"))) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
