package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.MemoryProbe;
import traceglass.record.SessionState;
import traceglass.record.local.LocalTarget;

/// Records from this computer in the window with nothing installed, through the built-in service and probes.
@EnabledOnOs(OS.LINUX)
class BuiltInServiceRecordingTest extends RecordPageScenario {

    private static final String REFUSAL = "Only root can do that.";

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Override
    LocalTarget thisComputer() {
        Map<String, String> environment = new HashMap<>(privateEnvironment());
        environment.put("PATH", createFakePkexec().toString());
        return new LocalTarget(null, environment, null, List.of(new MemoryProbe(REFUSAL)));
    }

    /// Returns a folder with a script that replaces pkexec: it runs the command without a prompt, or acts as canceled
    /// if the file `dismiss` exists.
    private static Path createFakePkexec() {
        try {
            Path bin = Files.createDirectories(folder.resolve("fake-bin"));
            Path pkexec = Files.writeString(
                    bin.resolve("pkexec"),
                    "#!/bin/sh\nif [ -e " + folder.resolve("dismiss") + " ]; then exit 126; fi\nexec \"$@\"\n");
            assertTrue(pkexec.toFile().setExecutable(true));
            return bin;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(FxRobot robot) throws Exception {
        open(robot);
        useShortConfig("");
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().runs().size() == 1
                && page.model().runs().getFirst().view().state() == SessionState.RECORDING
                && page.model().runs().getFirst().view().producedBytes() > 0);
        assertEquals("Recording from this computer", text(robot, "#running-title"));
    }

    @Test
    void recordsStopsAndShowsTheTrace(FxRobot robot) throws Exception {
        record(robot);
        Controls.press(robot, "#record-stop");
        waitFor(() -> window.slot().trace().session() != null
                && window.slot().trace().session().isReady());
        assertEquals("timeline", window.pageProperty().get().id());
        Path trace = window.slot().trace().session().file();
        assertTrue(trace.startsWith(folder.resolve("traces")));
        assertTrue(traceglass.protos.trace.Trace.parseFrom(Files.readAllBytes(trace)).getPacketList().stream()
                        .filter(p -> p.hasSysStats())
                        .count()
                > 1);
    }

    private TraceSession currentSession() {
        return window.slot().trace().session();
    }

    @Test
    void showsTheRingBufferAndThenTheFile(FxRobot robot) throws Exception {
        record(robot);
        RecordingRun run = page.model().runs().getFirst();
        // The buffer is not read until the timeline is shown.
        Thread.sleep(300);
        assertEquals(0, run.view().fileBytes());
        waitFor(() -> robot.lookup("#record-watch").tryQueryAs(Button.class).isPresent());
        fx(() -> robot.lookup("#record-watch").queryAs(Button.class).fire());
        waitFor(() -> currentSession() != null && currentSession().isReady());
        assertEquals("timeline", window.pageProperty().get().id());
        assertTrue(currentSession().recording().isPresent());
        // Includes events from before the timeline was shown.
        assertTrue(
                currentSession().bounds().durNs() > 200_000_000L,
                () -> currentSession().bounds().toString());
        long end = currentSession().bounds().end();
        waitFor(() -> currentSession().bounds().end() > end + 1_000_000_000L);
        fx(() -> robot.lookup("#live-stop").queryAs(Button.class).fire());
        waitFor(() -> currentSession() != null
                && currentSession().isReady()
                && currentSession().recording().isEmpty());
        assertEquals(run.file(), currentSession().file());
        assertTrue(currentSession().bounds().end() > end);
        List<Long> free =
                traceglass.protos.trace.Trace.parseFrom(Files.readAllBytes(run.file())).getPacketList().stream()
                        .filter(p -> p.hasSysStats())
                        .map(p -> p.getSysStats().getMeminfo(0).getValue())
                        .toList();
        // The probe counts from 1000 on: no value is missing, and none occurs twice.
        assertEquals(LongStream.range(1000, 1000 + free.size()).boxed().toList(), free);
        assertTrue(free.size() > 50, () -> free.size() + " values");
    }

    @Test
    void asksForRootPrivilegesOnceAndShowsTheCommand(FxRobot robot) throws Exception {
        open(robot);
        showRootAccess(robot);
        // After canceling, nothing runs.
        dialogs.answer = Optional.empty();
        Controls.press(robot, "#ask-for-root");
        assertEquals("Run the probes as root?", dialogs.lastQuestion);
        assertEquals("", text(robot, "#root-outcome"));
        // The user dismisses the password prompt.
        Files.createFile(folder.resolve("dismiss"));
        dialogs.answer = Optional.of("Run");
        Controls.press(robot, "#ask-for-root");
        waitFor(() -> text(robot, "#root-outcome").startsWith("Can't start the service as root: "));
        assertTrue(text(robot, "#root-outcome").contains("/fake-bin/pkexec "), text(robot, "#root-outcome"));
        assertTrue(text(robot, "#root-outcome").contains(" service --probes --producer-socket "));
        Files.delete(folder.resolve("dismiss"));
        Controls.press(robot, "#ask-for-root");
        waitFor(() -> page.model().targetProperty().get() instanceof LocalTarget local && local.root() != null);
        LocalTarget asRoot = (LocalTarget) page.model().targetProperty().get();
        try {
            waitFor(() -> page.model().reportProperty().get() != null);
            assertTrue(page.model().reportProperty().get().isReady());
            assertTrue(
                    page.model().reportProperty().get().dataSources().contains("linux.perf"),
                    () -> page.model().reportProperty().get().toString());
            assertFalse(asRoot.canUseRoot(page.model().reportProperty().get()));
        } finally {
            asRoot.root().close();
        }
    }

    private void showRootAccess(FxRobot robot) {
        VBox devicesPane = robot.lookup("#record-devices").queryAs(VBox.class);
        LocalTarget local = (LocalTarget) page.model().targetProperty().get();
        robot.interact(() -> devicesPane
                .getChildren()
                .addFirst(new RootAccess(window.context().messages(), page.model(), local)));
    }
}
