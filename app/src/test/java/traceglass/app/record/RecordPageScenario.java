package traceglass.app.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.Controls;
import traceglass.app.context.WindowState;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.settings.RecentTraces;
import traceglass.app.testing.InstalledDaemons;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.MainWindow;
import traceglass.app.window.WindowEnvironment;
import traceglass.app.window.frame.WindowHost;
import traceglass.protos.config.TraceConfig;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.FetchRecorder;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.spi.TraceFile;
import traceglass.store.database.StoreOptions;

/// Base class of tests with the record page in its own window, this computer as target, and listed devices.
@ExtendWith(ApplicationExtension.class)
abstract class RecordPageScenario {

    @TempDir
    static Path folder;

    MainWindow window;
    Stage stage;
    RecordPage page;
    BiConsumer<List<? extends RecordingTarget>, RecordProblem> devices;
    final PreparedDialogs dialogs = new PreparedDialogs();
    volatile boolean authorizationRequested;
    volatile String connected = "";
    /// Address of a device that rejects connections.
    static final String REJECTING_ADDRESS = "10.0.0.9:5555";

    /// A listed phone on which recordings can't be started, but background recordings can.
    record Phone(String serial, State state, int sdk) implements RecordingTarget {

        @Override
        public String id() {
            return "adb:" + serial;
        }

        @Override
        public String name() {
            return "Phone " + serial;
        }

        @Override
        public String detail() {
            return "USB · " + serial;
        }

        @Override
        public Platform platform() {
            return Platform.ANDROID;
        }

        @Override
        public String help() {
            return state == State.UNAUTHORIZED
                    ? "Unlock the phone and accept \"Allow USB debugging\". Recording then continues."
                    : "";
        }

        @Override
        public TargetReport inspect() {
            if (serial.equals("broken")) {
                return TargetReport.failed(new TargetReport.Check(
                        "Tracing service", "missing", TargetReport.State.FAILED, "Restart the phone."));
            }
            return new TargetReport(
                    List.of(TargetReport.Check.ok("Tracing service", "v33.0")),
                    sdk,
                    null,
                    java.util.Map.of("gfx", "Graphics", "own", "Its own"),
                    java.util.Map.of(),
                    java.util.Set.of("sched/sched_switch", "my/event"),
                    0);
        }

        @Override
        public Recorder connect(TraceConfig config) throws RecordProblem {
            throw new RecordProblem(RecordProblem.Kind.LOST, "The connection to the device was lost.");
        }

        @Override
        public DetachedRecording detach(TraceConfig config, String key) {
            return new DetachedRecording(key, id(), name(), 1, "/on/the/phone", System.currentTimeMillis(), 0);
        }

        @Override
        public Recorder fetch(DetachedRecording d) {
            return new FetchRecorder(d) {

                @Override
                protected boolean isRunning() {
                    return false;
                }

                @Override
                protected void interrupt() {
                    throw new AssertionError("the recording is not running");
                }

                @Override
                protected void copy(TraceFile to) throws RecordProblem {
                    try {
                        to.writeSlice(new byte[] {1, 2, 3}, 0, 3, true);
                    } catch (java.io.IOException e) {
                        throw new RecordProblem(RecordProblem.Kind.DISK, e.getMessage());
                    }
                }
            };
        }
    }

    /// Creates the window. Subclasses call it in their method annotated with `Start`.
    void createWindow(Stage primary) throws Exception {
        stage = primary;
        WindowTheme theme = new WindowTheme();
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        WindowState state = new WindowState(dialogs);
        window = new MainWindow(
                state,
                new WindowEnvironment(
                        StoreOptions.cachedIn(folder.resolve("cache")),
                        theme,
                        true,
                        RecentTraces.in(folder),
                        () -> null,
                        WindowHost.NONE));
        page = (RecordPage) window.page(RecordPage.ID).orElseThrow();
        LocalTarget local = thisComputer();
        page.setEnvironment(new RecordEnvironment(
                new RecordEnvironment.Devices() {
                    @Override
                    public AutoCloseable watch(BiConsumer<List<? extends RecordingTarget>, RecordProblem> receiver) {
                        devices = receiver;
                        return () -> {};
                    }

                    @Override
                    public String connect(String address) throws RecordProblem {
                        if (address.equals(REJECTING_ADDRESS)) {
                            throw new RecordProblem(
                                    RecordProblem.Kind.REFUSED, REJECTING_ADDRESS + " refuses connections.");
                        }
                        connected = address;
                        return "connected";
                    }

                    @Override
                    public String pair(String address, String code) {
                        return "Successfully paired to " + address + " with " + code;
                    }

                    @Override
                    public void requestAuthorization() {
                        authorizationRequested = true;
                    }
                },
                otherTargets(local),
                folder.resolve("traces"),
                folder.resolve("home/configs")));
        Scene scene = new Scene(window.root(), 1000, 900);
        theme.install(scene);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(scene);
        // The stage is shared by all tests and keeps the size that an earlier one has set.
        stage.sizeToScene();
        stage.show();
    }

    /// Returns the target for this computer.
    LocalTarget thisComputer() {
        return new LocalTarget(daemons(), privateEnvironment());
    }

    /// Returns environment variables with paths of sockets that no other program uses.
    static java.util.Map<String, String> privateEnvironment() {
        return java.util.Map.of(
                "PATH",
                "",
                "PERFETTO_CONSUMER_SOCK_NAME",
                "",
                "PERFETTO_PRODUCER_SOCK_NAME",
                folder.resolve("producers").toString());
    }

    /// Returns the targets that are not devices.
    List<RecordingTarget> otherTargets(LocalTarget local) {
        return List.of(local);
    }

    /// Returns the folder with the recording service, or null if it is not installed.
    static Path daemons() {
        try {
            return InstalledDaemons.bin();
        } catch (org.opentest4j.TestAbortedException e) {
            return null;
        }
    }

    @AfterEach
    void closeTheWindow() throws Exception {
        dialogs.answer = Optional.of("Discard");
        FxToolkit.setupFixture(() -> {
            window.context().guards().canClose();
            window.close();
            stage.close();
        });
    }

    /// Waits for a condition; on a timeout fails with a description of the page.
    void waitFor(BooleanSupplier condition) throws Exception {
        try {
            WaitForAsyncUtils.waitFor(
                    120,
                    TimeUnit.SECONDS,
                    () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionError(
                    "the condition was not met: "
                            + WaitForAsyncUtils.asyncFx(this::describePage).get(),
                    e);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    /// Describes the content of the page.
    private String describePage() {
        RecordModel model = page.model();
        if (model == null) {
            return "page " + window.pageProperty().get().id() + ", the record page is not created yet";
        }
        StringBuilder text =
                new StringBuilder("target " + model.targetProperty().get() + ", report "
                        + model.reportProperty().get() + ", problem "
                        + model.textProblemProperty().get() + ", conflict \"" + StartBar.blockingReason(model) + "\"");
        for (RecordingRun run : model.runs()) {
            traceglass.record.SessionView v = run.view();
            text.append("; run of ")
                    .append(run.target().name())
                    .append(": ")
                    .append(v.state())
                    .append(", produced ")
                    .append(v.producedBytes())
                    .append(" B, in the file ")
                    .append(v.fileBytes())
                    .append(" B, ")
                    .append(v.sources())
                    .append(", ")
                    .append(v.log());
        }
        return text.toString();
    }

    static void fx(Runnable action) {
        WaitForAsyncUtils.waitForAsyncFx(20_000, action);
        WaitForAsyncUtils.waitForFxEvents();
    }

    /// Operates a control with the keyboard: the report of the target shifts the form, and a control scrolled out
    /// of view can't be clicked.
    static void press(FxRobot robot, String selector) {
        Node control = robot.lookup(selector).query();
        fx(control::requestFocus);
        robot.type(KeyCode.SPACE);
        WaitForAsyncUtils.waitForFxEvents();
    }

    void open(FxRobot robot) throws Exception {
        Controls.press(robot, "#side-page-record");
        waitFor(() -> page.model() != null && page.isComplete());
    }

    static String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Label.class).getText();
    }

    /// Sets a config that needs no permissions, followed by more text.
    void useShortConfig(String more) {
        fx(() -> page.configPane().setText("""
            buffers { size_kb: 4096 fill_policy: RING_BUFFER }
            data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true } } }
            data_sources { config { name: "linux.sys_stats" sys_stats_config { stat_period_ms: 50 stat_counters: STAT_CPU_TIMES } } }
            """ + more));
    }
}
