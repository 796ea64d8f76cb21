package traceglass.app.panel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.debug.DebugTracks;
import traceglass.app.context.Navigator;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.context.WindowState;
import traceglass.app.session.LiveSource;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.CloseWindowsExtension;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.theme.WindowTheme;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// Window components with a small open trace, a stage, and a list of visited links. Base of panel tests.
public final class PanelFixture {

    /// Trace of one process with two threads: `outer` (1 ms to 9 ms) with two children on the first, `other` on the
    /// second, a flow between the threads, and a counter.
    private static final String TRACE = """
        {"traceEvents": [
          {"ph": "M", "name": "process_name", "pid": 10, "tid": 10, "args": {"name": "server"}},
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "main loop"}},
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 12, "args": {"name": "worker"}},
          {"ph": "X", "name": "outer", "cat": "work", "pid": 10, "tid": 11, "ts": 1000, "dur": 8000, "args": {"size": 42, "nested": {"deep": "value"}}},
          {"ph": "X", "name": "inner", "cat": "work", "pid": 10, "tid": 11, "ts": 2000, "dur": 1500},
          {"ph": "X", "name": "inner", "cat": "work", "pid": 10, "tid": 11, "ts": 5000, "dur": 500},
          {"ph": "X", "name": "other", "cat": "work", "pid": 10, "tid": 12, "ts": 4000, "dur": 2000},
          {"ph": "C", "name": "load", "pid": 10, "tid": 10, "ts": 1000, "args": {"value": 5}},
          {"ph": "C", "name": "load", "pid": 10, "tid": 10, "ts": 3000, "args": {"value": 7}}
        ]}
        """;

    public final List<String> visited = new ArrayList<>();
    public WindowState state;
    public TraceSlot slot;
    public WindowContext window;
    public TracePair pair;
    public final PreparedDialogs dialogs = new PreparedDialogs();

    /// Creates another fixture with the small trace. Called on the JavaFX thread.
    public static PanelFixture withTrace() {
        PanelFixture fixture = new PanelFixture();
        fixture.open();
        return fixture;
    }

    /// Creates the components with the small trace. Called on the JavaFX thread. The trace is not ready yet, see
    /// [#waitUntilReady].
    public void open() {
        try {
            Path file = Files.createTempFile("panels", ".json");
            file.toFile().deleteOnExit();
            Files.writeString(file, TRACE);
            open(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Creates the components with another trace.
    public void open(Path trace) {
        state = new WindowState(dialogs);
        slot = state.first().slot();
        window = state.context();
        pair = state.pair();
        state.first().setNavigator(new NavigationRecorder());
        TraceSession session = TraceSession.open(trace, StoreOptions.uncached());
        CloseWindowsExtension.closeAtTheEnd(session);
        state.first().setSession(session);
        slot.trace().session().holdUntil(CompletableFuture.completedStage(null));
    }

    /// Shows a node with the light theme in the corner of the screen, where the robot's clicks land.
    public static WindowTheme show(Stage stage, Parent root, double width, double height) {
        Scene scene = new Scene(root, width, height);
        WindowTheme theme = new WindowTheme();
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        theme.install(scene);
        stage.setScene(scene);
        stage.setX(0);
        stage.setY(0);
        // The stage is shared by all tests and keeps the size that an earlier one has set.
        stage.sizeToScene();
        stage.show();
        return theme;
    }

    /// Waits until the trace can be queried. Must not be called on the JavaFX thread.
    public void waitUntilReady() {
        await(() -> slot.trace().session().isReady());
    }

    /// Selects a tab of the details pane by its command as soon as the tab is available, and waits for its queries.
    public void open(String tab, String command) {
        waitUntilReady();
        await(() -> slot.host()
                .detailsPane()
                .tab(tab)
                .orElseThrow()
                .availableProperty()
                .get());
        fx(() -> slot.host().commands().run(command));
        settle();
    }

    /// Waits until no query is running.
    public void settle() {
        await(() -> slot.trace().session().queries().isIdle());
    }

    /// Waits until a condition holds on the JavaFX thread, for up to two minutes because of slow machines.
    public static void await(BooleanSupplier condition) {
        try {
            WaitForAsyncUtils.waitFor(
                    120,
                    TimeUnit.SECONDS,
                    () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
            WaitForAsyncUtils.waitForFxEvents();
        } catch (TimeoutException e) {
            throw new AssertionError("condition not met within two minutes", e);
        }
    }

    /// Runs an action on the JavaFX thread and waits for it.
    public static void fx(Runnable action) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, action);
        WaitForAsyncUtils.waitForFxEvents();
    }

    private final class NavigationRecorder implements Navigator {

        @Override
        public void goTo(String table, long id) {
            visited.add("go " + table + " " + id);
        }

        @Override
        public void select(String table, long id) {
            visited.add("select " + table + " " + id);
        }

        @Override
        public void zoomTo(TimeSpan span) {
            visited.add("zoom " + span);
        }

        @Override
        public void goToTime(long ts) {
            visited.add("time " + ts);
        }

        @Override
        public void showDebugTracks(DebugTracks tracks) {
            slot.trace().session().debugTracks().add(tracks);
            visited.add("tracks " + tracks.summary());
        }

        @Override
        public void filterTracks(String filter) {
            visited.add("filter " + filter);
        }

        @Override
        public void search(String text) {
            visited.add("search " + text);
        }

        @Override
        public void showLive(LiveSource source) {
            visited.add("live " + source.file());
        }

        @Override
        public boolean isShownLive(Path file) {
            return false;
        }

        @Override
        public void openTrace(Path file) {
            visited.add("open " + file);
        }

        @Override
        public void showPage(String id) {
            visited.add("page " + id);
        }

        @Override
        public void focusContent() {
            visited.add("focus");
        }

        @Override
        public void openSql(String sql, boolean run) {
            visited.add("sql " + sql);
        }
    }
}
