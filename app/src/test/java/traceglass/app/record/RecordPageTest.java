package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.testing.InstalledDaemons;
import traceglass.protos.config.TraceConfig;
import traceglass.record.SessionState;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// Tests the record page, with the real service if it is available.
class RecordPageTest extends RecordPageScenario {

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Test
    void recordsAndOpensATrace(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        assertEquals("Record from this computer", text(robot, "#record-heading"));
        useShortConfig("duration_ms: 1000");
        Controls.press(robot, "#record-start");
        waitFor(() -> robot.lookup("#running-title").tryQuery().isPresent());
        waitFor(() -> window.slot().trace().session() != null
                && window.slot().trace().session().isReady());
        assertEquals("timeline", window.pageProperty().get().id());
        assertTrue(window.slot().trace().session().file().startsWith(folder.resolve("traces")));
    }

    @Test
    void showsARunningRecordingAndSavesItWhenStopped(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("");
        Controls.press(robot, "#open-when-done");
        robot.push(KeyCode.CONTROL, KeyCode.R);
        waitFor(() -> page.model().runs().size() == 1
                && page.model().runs().getFirst().view().state() == SessionState.RECORDING
                && !page.model().runs().getFirst().view().buffers().isEmpty());
        assertEquals("Recording from this computer", text(robot, "#running-title"));
        RecordingRun run = page.model().runs().getFirst();
        waitFor(() -> run.canSnapshot() && run.view().producedBytes() > 0);
        Controls.press(robot, "#record-snapshot");
        waitFor(() -> run.view().snapshots().size() == 1);
        assertTrue(Files.size(run.view().snapshots().getFirst()) > 0);
        Controls.press(robot, "#record-stop");
        waitFor(() -> run.view().state().isFinal());
        assertEquals(
                SessionState.DONE, run.view().state(), () -> run.view().log().toString());
        assertEquals("Recorded from this computer", text(robot, "#running-title"));
        assertTrue(Files.size(run.view().file()) > 0);
        Controls.press(robot, "#record-back");
        assertTrue(robot.lookup("#record-form").tryQuery().isPresent());
    }

    @Test
    void asksBeforeTheWindowClosesWhileRecording(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("");
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().runs().stream().anyMatch(r -> r.view().state() == SessionState.RECORDING));
        RecordingRun run = page.model().runs().getFirst();
        dialogs.answer = Optional.empty();
        fx(() -> assertFalse(window.context().guards().canClose()));
        assertEquals("A recording is running.", dialogs.lastQuestion);
        assertTrue(run.isRunning());
        Controls.press(robot, "#record-cancel");
        waitFor(() -> !run.isRunning());
        assertFalse(Files.exists(run.view().file()));
        dialogs.lastQuestion = null;
        fx(() -> assertTrue(window.context().guards().canClose()));
        assertEquals(null, dialogs.lastQuestion);
    }

    @Test
    void keepsFormAndTextInSync(FxRobot robot) throws Exception {
        open(robot);
        RecordModel model = page.model();
        assertTrue(model.settings().isOn("cpu_sched"));
        assertTrue(page.configPane().text().contains("stat_period_ms"));
        waitFor(() -> page.model().reportProperty().get() != null);
        press(robot, "#probe-cpu_usage .tg-switch");
        assertFalse(page.configPane().text().contains("stat_period_ms"));
        press(robot, "#mode-ring_buffer");
        assertTrue(page.configPane().text().contains("RING_BUFFER"));
        String text = page.configPane().text().replace("duration_ms: 10000", "duration_ms: 7000");
        fx(() -> page.configPane().setText(text));
        assertEquals(7000, model.settings().durationMs());
        assertEquals(RecordSettings.Mode.RING_BUFFER, model.settings().mode());
        assertFalse(model.settings().isOn("cpu_usage"));
        fx(() -> page.configPane().setText(text + "\nduratoin_ms: 3\n"));
        assertEquals("Invalid", text(robot, "#config-state"));
        assertTrue(text(robot, "#config-problem").startsWith("Line "), text(robot, "#config-problem"));
        assertTrue(text(robot, "#config-problem").contains("Did you mean duration_ms?"));
        assertTrue(robot.lookup("#record-start").query().isDisabled());
        press(robot, "#preset-scheduling");
        assertEquals("Valid", text(robot, "#config-state"));
        assertEquals(ConfigText.parse(page.configPane().text()).config(), model.config());
    }

    @Test
    void rejectsABufferLargerThanTheTargetsMemory(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        waitFor(() -> page.model().reportProperty().get() != null);
        fx(() -> page.configPane()
                .setText("buffers { size_kb: 1073741824 }\ndata_sources { config { name: \"linux.sys_stats\" } }"));
        assertEquals("Won't work", text(robot, "#config-state"));
        assertTrue(text(robot, "#record-summary").contains("1 TB"), text(robot, "#record-summary"));
        assertTrue(robot.lookup("#record-start").query().isDisabled());
    }

    @Test
    void aDeviceWhoseChecksFailIsNotReady(FxRobot robot) throws Exception {
        open(robot);
        devices.accept(List.of(new Phone("broken", RecordingTarget.State.READY, 30)), null);
        waitFor(() -> page.model().targets().size() == 2);
        Controls.press(robot, "#target-adb-broken");
        waitFor(() -> page.model().reportProperty().get() != null
                && !page.model().reportProperty().get().isReady());
        waitFor(() -> robot.lookup("#target-adb-broken .tg-rec-device-state")
                .queryAs(javafx.scene.control.Label.class)
                .getText()
                .equals("Not ready"));
    }

    @Test
    void listsDevicesWithTheirProblems(FxRobot robot) throws Exception {
        open(robot);
        Phone locked = new Phone("1", RecordingTarget.State.UNAUTHORIZED, 0);
        devices.accept(List.of(locked), null);
        waitFor(() -> page.model().targets().size() == 2);
        Controls.press(robot, "#target-adb-1");
        assertTrue(robot.lookup("#record-start").query().isDisabled());
        assertTrue(text(robot, "#record-summary").contains("Unlock the phone"));
        // When the phone has authorized this computer, the page shows the device's data sources.
        devices.accept(List.of(new Phone("1", RecordingTarget.State.READY, 30)), null);
        waitFor(() -> page.model().reportProperty().get() != null
                && page.model().targetProperty().get().state() == RecordingTarget.State.READY);
        assertFalse(robot.lookup("#record-start").query().isDisabled());
        assertEquals("Default", page.model().configNameProperty().get());
        assertEquals(Platform.ANDROID, page.model().settings().platform());
        assertEquals(
                "Requires API level 31; this device has 30",
                ProbeRow.unavailableReason(
                        traceglass.record.config.Probes.byId("android_frame_timeline"),
                        page.model().reportProperty().get()));
        assertNotNull(robot.lookup("own").tryQuery().orElse(null), "the device's own category is not offered");
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().runs().stream().anyMatch(r -> r.view().state() == SessionState.FAILED));
        assertTrue(
                text(robot, "#running-note").contains("connection to the device was lost"),
                text(robot, "#running-note"));
        devices.accept(
                List.of(), new RecordProblem(RecordProblem.Kind.NOT_FOUND, "No adb server answers on port 5037."));
        waitFor(() -> page.model().targets().size() == 1);
        assertTrue(robot.lookup((Node n) -> n instanceof Label l && l.getText().contains("port 5037"))
                .tryQuery()
                .isPresent());
    }

    @Test
    void aProbeWhoseDataSourceCannotRecordIsNotOffered() {
        TargetReport report = new TargetReport(
                List.of(new TargetReport.Check(
                        "linux.sysfs_power",
                        "not available",
                        TargetReport.State.WARNING,
                        "This computer has no battery.")),
                0,
                Set.of("linux.sysfs_power", "linux.sys_stats"),
                Map.of(),
                Map.of(),
                null,
                0);
        assertEquals(
                "This computer has no battery.",
                ProbeRow.unavailableReason(traceglass.record.config.Probes.byId("power_sysfs"), report));
        assertEquals("", ProbeRow.unavailableReason(traceglass.record.config.Probes.byId("mem_meminfo"), report));
    }

    /// A target whose inspection fails, for example because a closed program left its files in an invalid state.
    private record UninspectableTarget(Phone phone) implements RecordingTarget {

        @Override
        public String id() {
            return phone.id();
        }

        @Override
        public String name() {
            return phone.name();
        }

        @Override
        public String detail() {
            return phone.detail();
        }

        @Override
        public Platform platform() {
            return phone.platform();
        }

        @Override
        public State state() {
            return phone.state();
        }

        @Override
        public TargetReport inspect() {
            throw new java.io.UncheckedIOException(new java.io.IOException("unexpected reply"));
        }

        @Override
        public Recorder connect(TraceConfig config) throws RecordProblem {
            return phone.connect(config);
        }
    }

    @Test
    void reportsWhyATargetCannotBeInspected(FxRobot robot) throws Exception {
        open(robot);
        devices.accept(List.of(new UninspectableTarget(new Phone("3", RecordingTarget.State.READY, 33))), null);
        waitFor(() -> page.model().targetProperty().get().id().equals("adb:3") && page.isComplete());
        assertTrue(robot.lookup("#record-start").query().isDisabled());
        assertTrue(text(robot, "#record-summary").contains("unexpected reply"), text(robot, "#record-summary"));
    }

    /// Two phones of one model have the same name.
    @Test
    void recordingsStartedAtTheSameTimeHaveSeparateFiles(FxRobot robot) throws Exception {
        open(robot);
        Phone phone = new Phone("4", RecordingTarget.State.READY, 33);
        List<Path> files = new java.util.ArrayList<>();
        fx(() -> {
            devices.accept(List.of(phone), null);
            for (int i = 0; i < 2; i++) {
                page.model().choose(phone);
                files.add(page.model().record(r -> {}).file());
            }
        });
        assertEquals(2, Set.copyOf(files).size(), () -> files.toString());
        waitFor(() -> files.stream().noneMatch(Files::exists));
    }

    @Test
    void fetchesALongBackgroundRecording(FxRobot robot) throws Exception {
        open(robot);
        devices.accept(List.of(new Phone("2", RecordingTarget.State.READY, 33)), null);
        waitFor(() -> page.model().targetProperty().get().id().equals("adb:2")
                && page.model().reportProperty().get() != null);
        Controls.press(robot, "#open-when-done");
        Controls.press(robot, "#mode-long_trace");
        assertTrue(page.configPane().text().contains("write_into_file: true"));
        Controls.press(robot, "#record-in-background");
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().detached().size() == 1);
        assertTrue(page.model().runs().isEmpty());
        Controls.press(robot, "Fetch");
        waitFor(() -> page.model().detached().isEmpty()
                && page.model().runs().getFirst().view().state() == SessionState.DONE);
        assertEquals(5, Files.size(page.model().runs().getFirst().view().file()));
    }

    @Test
    void savesConfigsUnderNames(FxRobot robot) throws Exception {
        Files.createDirectories(folder.resolve("home/configs"));
        Files.writeString(
                folder.resolve("home/configs/Mine.pbtxt"),
                "buffers { size_kb: 2048 }\nduration_ms: 1234\ndata_sources { config { name: \"my.source\" } }\n");
        open(robot);
        waitFor(() -> robot.lookup("#saved-Mine").tryQuery().isPresent());
        Controls.press(robot, "#saved-Mine");
        waitFor(() -> page.model().settings().durationMs() == 1234);
        assertEquals("my.source", page.model().settings().extra().getFirst().getName());
        try (Stream<Path> files = Files.list(folder.resolve("home/configs"))) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void theWindowRespondsWhileASavedConfigIsRead(FxRobot robot) throws Exception {
        Path configs = Files.createDirectories(folder.resolve("home/configs"));
        Path pipe = configs.resolve("Pipe.pbtxt");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo"))
                && new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        try {
            open(robot);
            waitFor(() -> robot.lookup("#saved-Pipe").tryQuery().isPresent());
            // Pressed without waiting: on the JavaFX thread, reading the pipe would block until the text is written.
            javafx.application.Platform.runLater(() -> page.configActions().useSaved("Pipe"));
            CompletableFuture<Void> responded = new CompletableFuture<>();
            javafx.application.Platform.runLater(() -> responded.complete(null));
            try {
                responded.get(10, TimeUnit.SECONDS);
            } finally {
                Files.writeString(pipe, "buffers { size_kb: 2048 }\nduration_ms: 4242\n");
            }
            waitFor(() -> page.model().settings().durationMs() == 4242);
        } finally {
            Files.delete(pipe);
        }
    }

    @Test
    void editsWhileAConfigIsSavedAreKept(FxRobot robot) throws Exception {
        Path configs = Files.createDirectories(folder.resolve("home/configs"));
        Path pipe = configs.resolve("Slow.pbtxt");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo"))
                && new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        try {
            open(robot);
            RecordModel model = page.model();
            fx(() -> model.change(model.settings().withDurationMs(1111)));
            // Writing the pipe takes until it is read.
            fx(() -> page.configActions().save("Slow"));
            fx(() -> model.change(model.settings().withDurationMs(2222)));
            assertTrue(Files.readString(pipe).contains("1111"));
            waitFor(() -> page.configActions().isIdle());
            assertEquals("Slow", model.configNameProperty().get());
            assertEquals(2222, model.settings().durationMs());
            assertTrue(page.configPane().text().contains("2222"));
            assertTrue(model.isChanged());
        } finally {
            Files.delete(pipe);
        }
    }
}
