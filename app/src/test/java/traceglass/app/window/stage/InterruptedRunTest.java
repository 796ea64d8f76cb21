package traceglass.app.window.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.select.Selection;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.settings.Folders;
import traceglass.app.settings.Settings;
import traceglass.app.testing.SampleFile;
import traceglass.app.window.FxSupply;
import traceglass.app.window.MainWindow;
import traceglass.app.window.WindowFixture;
import traceglass.render.TimelineView;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// Tests the choices on the start page after the program was killed.
@ExtendWith(ApplicationExtension.class)
class InterruptedRunTest {

    @TempDir
    Path folder;

    private final List<WindowApp> apps = new ArrayList<>();

    private Stage primary;

    @Start
    void start(Stage stage) {
        primary = stage;
        Settings settings = Settings.in(folder.resolve("config"));
        settings.set("window.width", 900);
        settings.set("window.height", 600);
        settings.set("window.x", 0);
        settings.set("window.y", 0);
        run(primary, "state");
    }

    private WindowApp run(Stage stage, String state) {
        WindowApp app = new WindowApp();
        apps.add(app);
        app.start(
                stage,
                new LaunchRequest(null, null, null, null, null, null, StoreOptions.cachedIn(folder.resolve("cache"))),
                new Folders(folder.resolve("config"), folder, folder.resolve(state), folder.resolve("data")));
        return app;
    }

    @AfterEach
    void closeTheWindows() throws Exception {
        FxToolkit.setupFixture(() -> {
            apps.forEach(a -> a.windows().forEach(w -> w.stage().close()));
            // Other tests use the same stage.
            primary.setMinWidth(0);
            primary.setMinHeight(0);
        });
    }

    private MainWindow window(int app, int index) {
        return apps.get(app).windows().get(index).window();
    }

    private static TimelineView view(MainWindow window) {
        return window.timeline().view();
    }

    private void open(FxRobot robot, MainWindow window, Path file) throws Exception {
        robot.interact(() -> window.open(file));
        WindowFixture.waitForTrace(window);
        WindowFixture.waitFor(window::isComplete);
    }

    /// Waits until everything is written to files.
    private void awaitWritten(int app) throws Exception {
        for (ScreenWindow w : apps.get(app).windows()) {
            WindowFixture.waitFor(() -> WindowFixture.isSaved(w.window()));
        }
        CountDownLatch done = new CountDownLatch(1);
        apps.get(app).afterWrites(done::countDown);
        assertTrue(done.await(20, TimeUnit.SECONDS));
    }

    /// Starts the program with the files that would be left if it were killed now.
    private void killAndStart(FxRobot robot) throws Exception {
        int last = apps.size() - 1;
        awaitWritten(last);
        Path previousState = folder.resolve(last == 0 ? "state" : "state" + last);
        Path nextState = folder.resolve("state" + (last + 1));
        try (var files = Files.walk(previousState)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, nextState.resolve(previousState.relativize(file)));
            }
        }
        robot.interact(() -> {
            apps.get(last).windows().forEach(w -> w.stage().close());
            run(new Stage(), "state" + (last + 1));
        });
        awaitWritten(last + 1);
    }

    private static boolean isOffered(FxRobot robot) {
        return robot.lookup("#start-interrupted").queryAllAs(Region.class).stream()
                .anyMatch(r -> r.isVisible() && r.getScene().getWindow().isShowing());
    }

    private static void fire(FxRobot robot, String id) {
        robot.interact(() -> robot.lookup(id).queryAs(Button.class).fire());
    }

    @Test
    void theTraceOpensWithItsLastView(FxRobot robot) throws Exception {
        assertFalse(isOffered(robot));
        MainWindow before = window(0, 0);
        open(robot, before, SampleFile.getOrCreate(folder));
        TimeSpan bounds = view(before).bounds();
        TimeSpan span = new TimeSpan(bounds.start() + bounds.durNs() / 4, bounds.start() + bounds.durNs() / 2);
        String track = view(before).tracks().nodes(n -> !n.isGroup()).getFirst().key();
        var chosen = new Selection.Area(
                span.start() + 5,
                span.end() - 5,
                view(before).tracks().nodes(n -> n.key().equals(track)));
        robot.interact(() -> {
            view(before).tracks().setPinned(track, true);
            view(before).showSpan(span);
            before.slot().traceNotes().add(span.start() + 7, span.start() + 7, "seen");
            before.slot().selection().set(chosen);
        });
        killAndStart(robot);
        WindowFixture.waitFor(() -> isOffered(robot));
        assertEquals(
                "sample.pftrace.gz was open.",
                robot.lookup("#start-interrupted-text").queryAs(Label.class).getText());
        fire(robot, "#start-again");
        MainWindow window = window(1, 0);
        WindowFixture.waitForTrace(window);
        WindowFixture.waitFor(() -> !window.slot().traceNotes().notes().isEmpty()
                && window.slot().selection().get() instanceof Selection.Area);
        assertEquals(span, view(window).visibleSpanProperty().get());
        assertEquals(List.of(track), FxSupply.get(() -> view(window).tracks().pinned()));
        assertEquals("seen", window.slot().traceNotes().notes().getFirst().text());
        Selection.Area area = (Selection.Area) window.slot().selection().get();
        assertEquals(List.of(chosen.start(), chosen.end()), List.of(area.start(), area.end()));
        assertEquals(track, area.tracks().getFirst().key());

        // It is open again, and closed before the program is killed a second time.
        robot.interact(() -> window.slot().host().commands().run("trace.close"));
        assertFalse(isOffered(robot));
        killAndStart(robot);
        assertFalse(isOffered(robot), "no trace was open");
    }

    @Test
    void allWindowsOpenAgain(FxRobot robot) throws Exception {
        Path other = folder.resolve("other.json");
        Files.writeString(
                other,
                "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 5}]}");
        open(robot, window(0, 0), SampleFile.getOrCreate(folder));
        robot.interact(() -> window(0, 0).slot().host().commands().run("window.new"));
        open(robot, window(0, 1), other);
        killAndStart(robot);
        WindowFixture.waitFor(() -> isOffered(robot));
        assertEquals(
                "sample.pftrace.gz and one more were open.",
                robot.lookup("#start-interrupted-text").queryAs(Label.class).getText());
        fire(robot, "#start-again");
        assertEquals(2, apps.getLast().windows().size());
        WindowFixture.waitForTrace(window(1, 0));
        WindowFixture.waitForTrace(window(1, 1));
        assertEquals("other.json", window(1, 1).slot().trace().session().name());
    }

    @Test
    void theOfferCanBeDismissedAndIsNotMadeAfterANormalExit(FxRobot robot) throws Exception {
        open(robot, window(0, 0), SampleFile.getOrCreate(folder));
        killAndStart(robot);
        WindowFixture.waitFor(() -> isOffered(robot));
        fire(robot, "#start-dismiss");
        assertFalse(isOffered(robot));
        killAndStart(robot);
        assertFalse(isOffered(robot), "it was dismissed");

        open(robot, window(2, 0), SampleFile.getOrCreate(folder));
        killAndStart(robot);
        WindowFixture.waitFor(() -> isOffered(robot));
        robot.interact(() -> {
            apps.getLast().windows().forEach(w -> w.stage().close());
            apps.getLast().stop();
            run(new Stage(), "state3");
        });
        awaitWritten(apps.size() - 1);
        assertFalse(isOffered(robot), "it was shown after a run that ended normally");
    }
}
