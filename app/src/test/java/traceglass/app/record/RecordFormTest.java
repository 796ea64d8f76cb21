package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.app.window.FxSupply;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig.TriggerMode;
import traceglass.record.config.Preset;
import traceglass.record.config.RecordSettings.Mode;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordingTarget;

/// Tests the form of the record page.
class RecordFormTest extends RecordPageScenario {

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    private TraceConfig config() {
        return page.model().config();
    }

    private DataSourceConfig source(String name) {
        return config().getDataSourcesList().stream()
                .map(TraceConfig.DataSource::getConfig)
                .filter(d -> d.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static <T> void choose(FxRobot robot, String id, T value) {
        fx(() -> ((ComboBox<T>) robot.lookup(id).query()).setValue(value));
    }

    @Test
    void probesAreVisibleInAShortWindow(FxRobot robot) throws Exception {
        open(robot);
        ScrollPane probes = robot.lookup("#probe-list").queryAs(ScrollPane.class);
        double before = FxSupply.get(() -> page.node().getScene().getWindow().getHeight());
        fx(() -> page.node().getScene().getWindow().setHeight(420));
        PanelFixture.await(() -> page.node().getScene().getHeight() <= 420);
        fx(() -> {
            page.node().getScene().getRoot().applyCss();
            page.node().getScene().getRoot().layout();
            assertTrue(probes.getHeight() >= 150, probes.getHeight() + " px");
            page.node().getScene().getWindow().setHeight(before);
        });
    }

    @Test
    void setsModeSizesTriggersAndCompression(FxRobot robot) throws Exception {
        open(robot);
        Controls.press(robot, "#mode-ring_buffer");
        assertEquals(
                TraceConfig.BufferConfig.FillPolicy.RING_BUFFER,
                config().getBuffers(0).getFillPolicy());
        robot.doubleClickOn("#buffer-text")
                .push(KeyCode.CONTROL, KeyCode.A)
                .write("96 MB")
                .push(KeyCode.ENTER);
        assertEquals(96 * 1024, config().getBuffers(0).getSizeKb());
        choose(robot, "#duration", "00:01:30");
        assertEquals(90_000, config().getDurationMs());
        Controls.press(robot, "#compression");
        assertEquals(TraceConfig.CompressionType.COMPRESSION_TYPE_DEFLATE, config().getCompressionType());
        choose(robot, "#trigger-mode", "Triggers take snapshots");
        assertTrue(
                text(robot, "#record-summary").contains("Name a trigger")
                        && robot.lookup("#record-start").query().isDisabled(),
                text(robot, "#record-summary"));
        Controls.focus(robot, "#trigger-name-0").write("oops");
        choose(robot, "#trigger-delay-0", "5 s");
        choose(robot, "#trigger-timeout", "10 min");
        Controls.press(robot, "Add trigger");
        Controls.focus(robot, "#trigger-name-1").write("other");
        TraceConfig.TriggerConfig triggers = config().getTriggerConfig();
        assertEquals(TriggerMode.CLONE_SNAPSHOT, triggers.getTriggerMode());
        assertEquals(600_000, triggers.getTriggerTimeoutMs());
        assertEquals(
                List.of("oops", "other"),
                triggers.getTriggersList().stream().map(t -> t.getName()).toList());
        assertEquals(5000, triggers.getTriggers(0).getStopDelayMs());
        assertFalse(config().hasDurationMs());
        choose(robot, "#trigger-mode", "No triggers");
        assertFalse(config().hasTriggerConfig());
        assertEquals(90_000, config().getDurationMs());
        Controls.press(robot, "#mode-long_trace");
        assertTrue(config().getWriteIntoFile());
        assertEquals(500L << 20, config().getMaxFileSizeBytes());
        choose(robot, "#start-after", 5000L);
        Controls.press(robot, "#show-config");
        fx(() -> robot.lookup("#tab-command").query().requestFocus());
        robot.push(KeyCode.ENTER);
        String command = robot.lookup("#command-line")
                .queryAs(javafx.scene.control.TextArea.class)
                .getText();
        assertTrue(
                command.contains("traceglass record --target local --start-after 5000ms -c - <<'EOF'")
                        && command.contains("perfetto --txt -c -"),
                command);
    }

    @Test
    void keepsEditsOfTheTextWhenTheFormIsUsed(FxRobot robot) throws Exception {
        open(robot);
        String extra = """
            flush_period_ms: 777
            data_sources { config { name: "my.own" legacy_config: "x" } producer_name_filter: "only" }
            data_sources { config { name: "linux.ftrace" target_buffer: 1 ftrace_config { instance_name: "second" } } }
            """;
        String text = page.configPane()
                        .text()
                        .replace("symbolize_ksyms: true", "symbolize_ksyms: true compact_sched { enabled: true }")
                + extra;
        fx(() -> page.configPane().setText(text));
        TraceConfig before = config();
        // Same as the switch, which can't be clicked if the target has no ftrace.
        fx(() -> page.model()
                .change(page.model()
                        .settings()
                        .with("cpu_syscalls", page.model().settings().values("cpu_syscalls"))));
        assertTrue(
                source("linux.ftrace").getFtraceConfig().getFtraceEventsList().contains("raw_syscalls/sys_enter"));
        assertTrue(source("linux.ftrace").getFtraceConfig().getCompactSched().getEnabled());
        for (String setting : List.of(
                "flush_period_ms: 777",
                "legacy_config: \"x\"",
                "producer_name_filter: \"only\"",
                "instance_name: \"second\"")) {
            assertTrue(page.configPane().text().contains(setting), setting);
        }
        fx(() -> page.model().change(page.model().settings().without("cpu_syscalls")));
        assertEquals(before, config());
    }

    @Test
    void addsADataSourceWithAFormOfItsMessage(FxRobot robot) throws Exception {
        open(robot);
        choose(robot, "#add-source", "linux.perf");
        waitFor(() -> page.model().settings().extra().size() == 1);
        fx(() -> {
            robot.lookup("#message-timebase").queryAs(TitledPane.class).setExpanded(true);
        });
        fx(() -> robot.lookup("#message-timebase #field-frequency")
                .queryAs(TextField.class)
                .setText("99"));
        assertEquals(99, source("linux.perf").getPerfEventConfig().getTimebase().getFrequency());
        fx(() -> robot.lookup("#add-followers")
                .queryAs(javafx.scene.control.Hyperlink.class)
                .fire());
        fx(() -> robot.lookup("#message-followers-1 #field-name")
                .queryAs(TextField.class)
                .setText("cache-misses"));
        assertEquals(
                "cache-misses",
                source("linux.perf").getPerfEventConfig().getFollowers(0).getName());
        fx(() -> robot.lookup("#extra-sources #field-all_cpus")
                .queryAs(CheckBox.class)
                .setSelected(true));
        fx(() -> robot.lookup("#message-Common-settings")
                .queryAs(TitledPane.class)
                .setExpanded(true));
        fx(() -> robot.lookup("#extra-sources #field-legacy_config")
                .queryAs(TextField.class)
                .setText("more"));
        DataSourceConfig perf = source("linux.perf");
        assertEquals("more", perf.getLegacyConfig());
        assertTrue(perf.getPerfEventConfig().getAllCpus());
        assertEquals(99, perf.getPerfEventConfig().getTimebase().getFrequency());
        assertTrue(page.configPane().text().contains("cache-misses"));
        choose(robot, "#add-source", "something.else");
        waitFor(() -> page.model().settings().extra().size() == 2);
        assertTrue(robot.lookup("This data source has no settings.").tryQuery().isPresent());
    }

    @Test
    void importsSavesAndDeletesConfigs(FxRobot robot) throws Exception {
        Files.createDirectories(folder.resolve("home/configs"));
        Files.writeString(folder.resolve("home/configs/Old.pbtxt"), "buffers { size_kb: 2048 }\nduration_ms: 1\n");
        open(robot);
        TraceConfig config =
                Preset.of(Platform.LINUX).get(1).settings().withDurationMs(4321).config();
        dialogs.file = Files.write(folder.resolve("binary.pb"), config.toByteArray());
        Controls.press(robot, "Import config…");
        waitFor(() -> page.configActions().isIdle());
        assertEquals(config, config());
        dialogs.file = Files.writeString(folder.resolve("bad.pbtxt"), "buffers {\n  size: 3\n}\n");
        Controls.press(robot, "Import config…");
        waitFor(() -> page.configActions().isIdle());
        assertTrue(robot.lookup((Node n) -> n instanceof Label l && l.getText().contains("Line 2, column 3"))
                .tryQuery()
                .isPresent());
        assertEquals(config, config());
        dialogs.answer = Optional.empty();
        waitFor(() -> robot.lookup("#delete-Old").tryQuery().isPresent());
        fx(() -> robot.lookup("#delete-Old").queryButton().fire());
        assertTrue(Files.exists(folder.resolve("home/configs/Old.pbtxt")));
        dialogs.answer = Optional.of("Delete");
        fx(() -> robot.lookup("#delete-Old").queryButton().fire());
        waitFor(() -> robot.lookup("#saved-Old").tryQuery().isEmpty());
        assertFalse(Files.exists(folder.resolve("home/configs/Old.pbtxt")));
    }

    @Test
    void disablesUnsupportedProbesWithAReason(FxRobot robot) throws Exception {
        open(robot);
        devices.accept(
                List.of(
                        new Phone("1", RecordingTarget.State.READY, 30),
                        new Phone("2", RecordingTarget.State.UNAUTHORIZED, 0)),
                null);
        waitFor(() -> page.model().reportProperty().get() != null
                && page.model().settings().platform() == Platform.ANDROID);
        assertTrue(robot.lookup("#probe-gpu_work_period .tg-switch").query().isDisabled());
        assertTrue(robot.lookup("#probe-gpu_work_period")
                .lookup("Requires API level 34; this device has 30")
                .tryQuery()
                .isPresent());
        assertTrue(robot.lookup("#probe-cpu_syscalls .tg-switch").query().isDisabled());
        assertTrue(robot.lookup("#probe-cpu_syscalls")
                .lookup("The kernel lacks raw_syscalls/sys_enter and 1 other event")
                .tryQuery()
                .isPresent());
        assertFalse(robot.lookup("#probe-cpu_sched .tg-switch").query().isDisabled());
        // The kernel events of the device are offered.
        fx(() -> page.model()
                .change(page.model()
                        .settings()
                        .with("advanced_ftrace", traceglass.record.config.OptionValues.DEFAULTS)));
        fx(() -> robot.lookup("#options-advanced_ftrace").queryButton().fire());
        assertTrue(robot.lookup("#probe-advanced_ftrace .combo-box").<ComboBox<?>>queryAll().stream()
                .anyMatch(c -> c.getItems().contains("my/event")));
        Controls.press(robot, "#show-prompt-again");
        waitFor(() -> authorizationRequested);
        assertEquals(Mode.STOP_WHEN_FULL, page.model().settings().mode());
    }
}
