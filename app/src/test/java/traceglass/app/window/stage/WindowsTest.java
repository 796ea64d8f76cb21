package traceglass.app.window.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.command.KeyChord;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.session.SessionConnection;
import traceglass.app.settings.Folders;
import traceglass.app.settings.Settings;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.FxSupply;
import traceglass.app.window.MainWindow;
import traceglass.app.window.WindowFixture;
import traceglass.store.database.StoreOptions;

@ExtendWith(ApplicationExtension.class)
class WindowsTest {

    @TempDir
    Path folder;

    private final WindowApp app = new WindowApp();

    @Start
    void start(Stage primary) {
        // The headless platform limits windows to 1,000 px.
        Settings settings = Settings.in(folder.resolve("config"));
        settings.set("window.width", 900);
        settings.set("window.height", 600);
        settings.set("window.x", 0);
        settings.set("window.y", 0);
        StoreOptions store = StoreOptions.cachedIn(folder.resolve("cache"));
        app.start(
                primary,
                new LaunchRequest(null, null, null, null, null, null, store),
                new Folders(folder.resolve("config"), folder, folder.resolve("state"), folder.resolve("data")));
    }

    @AfterEach
    void closeTheWindows() throws Exception {
        FxToolkit.setupFixture(() -> app.windows().forEach(w -> w.stage().close()));
    }

    private MainWindow window(int index) {
        return app.windows().get(index).window();
    }

    private Path sample() throws Exception {
        return SampleFile.getOrCreate(folder);
    }

    private static long slices(MainWindow window) throws Exception {
        try (Connection c = SessionConnection.of(window.slot().trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT count(*) FROM slice")) {
            r.next();
            return r.getLong(1);
        }
    }

    @Test
    void twoWindowsShareADatabaseAndMoveIndependently(FxRobot robot) throws Exception {
        Path trace = sample();
        robot.interact(() -> window(0).open(trace));
        WindowFixture.waitForTrace(window(0));
        robot.interact(() -> window(0).slot().host().commands().run("window.same"));
        assertEquals(2, app.windows().size());
        WindowFixture.waitForTrace(window(1));
        assertTrue(
                FxSupply.get(() -> window(1).slot().trace().session().report().isFromCache()),
                "the trace was imported twice");
        try (var files = Files.list(folder.resolve("cache"))) {
            assertEquals(1, files.filter(f -> f.toString().endsWith(".duckdb")).count());
        }
        assertEquals(slices(window(0)), slices(window(1)));
        assertEquals(
                "sample.pftrace.gz – Traceglass", app.windows().get(1).stage().getTitle());

        robot.interact(() -> window(1).slot().traceNotes().add(5, 5, "only here"));
        assertEquals(List.of(), window(0).slot().traceNotes().notes());

        robot.interact(() -> window(0).slot().host().commands().run("window.close"));
        assertEquals(1, app.windows().size());
        assertTrue(slices(window(0)) > 0, "the other window's trace was closed with the first");
    }

    @Test
    void theLastChangesAreSavedWhenTheProgramEnds(FxRobot robot) throws Exception {
        Path trace = sample();
        robot.interact(() -> window(0).open(trace));
        WindowFixture.waitForTrace(window(0));
        robot.interact(() -> {
            window(0).slot().traceNotes().add(5, 5, "the last word");
            app.windows().forEach(w -> w.stage().close());
            app.stop();
        });
        try (var files = Files.list(folder.resolve("state/sessions"))) {
            assertTrue(Files.readString(files.findFirst().orElseThrow()).contains("the last word"));
        }
    }

    @Test
    void settingsApplyToAllWindows(FxRobot robot) throws Exception {
        robot.interact(() -> window(0).slot().host().commands().run("window.new"));
        MainWindow a = window(0);
        MainWindow b = window(1);
        assertNotSame(a.context().preferences(), b.context().preferences());
        robot.interact(() -> {
            a.context().preferences().themeProperty().set(WindowTheme.Choice.DARK);
            a.context().preferences().textScaleProperty().set(1.25);
            b.context().preferences().colorBlindProperty().set(true);
            b.slot().host().commands().assign("timeline.fit", List.of(KeyChord.parse("Ctrl+J")));
        });
        assertEquals(
                WindowTheme.Choice.DARK,
                b.context().preferences().themeProperty().get());
        assertEquals(1.25, b.context().preferences().textScaleProperty().get());
        assertTrue(a.context().preferences().colorBlindProperty().get());
        assertEquals(
                List.of(KeyChord.parse("Ctrl+J")),
                a.slot().host().commands().get("timeline.fit").keys());
        assertTrue(b.timeline().view().theme().isDark());
        robot.interact(() -> a.slot().host().commands().resetKeys());
        assertEquals(
                List.of(KeyChord.parse("Home")),
                b.slot().host().commands().get("timeline.fit").keys());
        robot.interact(() -> a.context().preferences().themeProperty().set(WindowTheme.Choice.LIGHT));
        assertFalse(b.timeline().view().theme().isDark());
    }

    @Test
    void closingAWindowOrQuittingAsksForConfirmationIfWorkIsRunning(FxRobot robot) throws Exception {
        robot.interact(() -> window(0).slot().host().commands().run("window.new"));
        boolean[] mayClose = {false};
        int[] questions = {0, 0};
        robot.interact(() -> {
            window(0).context().guards().add(() -> {
                questions[0]++;
                return true;
            });
            window(1).context().guards().add(() -> {
                questions[1]++;
                return mayClose[0];
            });
            window(1).slot().host().commands().run("window.close");
        });
        assertEquals(2, app.windows().size());
        assertEquals(List.of(0, 1), List.of(questions[0], questions[1]));
        robot.interact(() -> window(0).slot().host().commands().run("window.quit"));
        assertEquals(2, app.windows().size());
        mayClose[0] = true;
        robot.interact(() -> window(0).slot().host().commands().run("window.quit"));
        assertEquals(0, app.windows().size());
    }

    @Test
    void aNewWindowReusesTheNumberOfAClosedOne(FxRobot robot) throws Exception {
        robot.interact(() -> window(0).slot().host().commands().run("window.new"));
        assertEquals(2, window(1).context().number());
        robot.interact(() -> app.windows().getFirst().stage().close());
        robot.interact(() -> window(0).slot().host().commands().run("window.new"));
        assertEquals(1, window(1).context().number());
    }

    @Test
    void linkedWindowsShowTheSameTimeOfOneTrace(FxRobot robot) throws Exception {
        robot.interact(() -> window(0).open(sampleFile()));
        WindowFixture.waitForTrace(window(0));
        assertFalse(
                FxSupply.get(() -> window(0).slot().host().commands().run("window.sync")),
                "there is no other window to link with");
        robot.interact(() -> window(0).slot().host().commands().run("window.same"));
        WindowFixture.waitFor(() -> app.windows().size() == 2);
        WindowFixture.waitForTrace(window(1));
        WindowFixture.waitFor(() -> window(1).isComplete() && window(0).isComplete());
        robot.interact(() -> assertTrue(window(1).slot().host().commands().run("window.sync")));
        var bounds = window(0).pane().view().bounds();
        var expected = new traceglass.store.time.TimeSpan(
                bounds.start() + bounds.durNs() / 4, bounds.start() + bounds.durNs() / 2);
        robot.interact(() -> window(0).pane().view().showSpan(expected));
        assertEquals(
                expected,
                FxSupply.get(() -> window(1).pane().view().visibleSpanProperty().get()));
        var other = new traceglass.store.time.TimeSpan(bounds.start() + 1_000, bounds.start() + 2_000_000);
        robot.interact(() -> window(1).pane().view().showSpan(other));
        assertEquals(
                other,
                FxSupply.get(() -> window(0).pane().view().visibleSpanProperty().get()));
        robot.interact(() -> assertTrue(window(0).slot().host().commands().run("window.sync")));
        robot.interact(() -> window(0).pane().view().showSpan(expected));
        assertEquals(
                other,
                FxSupply.get(() -> window(1).pane().view().visibleSpanProperty().get()),
                "an unlinked window still follows");
    }

    private Path sampleFile() {
        try {
            return sample();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
