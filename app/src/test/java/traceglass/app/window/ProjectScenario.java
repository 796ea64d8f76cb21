package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import traceglass.app.context.WindowState;
import traceglass.app.project.ProjectWriter;
import traceglass.app.project.SessionFiles;
import traceglass.app.project.SessionStore;
import traceglass.app.settings.RecentTraces;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.window.frame.WindowHost;
import traceglass.render.TimelineView;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// Base class of tests of projects: creates windows as after restarts of the program, and opens projects in them.
@ExtendWith(ApplicationExtension.class)
abstract class ProjectScenario {

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    final ProjectWriter writer = new ProjectWriter();
    MainWindow window;
    private Stage stage;
    final PreparedDialogs dialogs = new PreparedDialogs();

    @BeforeEach
    final void start() throws Exception {
        stage = FxToolkit.registerPrimaryStage();
        FxToolkit.setupFixture(this::createWindow);
    }

    /// Creates a window as after a restart of the program.
    final void createWindow() {
        WindowTheme theme = new WindowTheme();
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        WindowState state = new WindowState(dialogs);
        window = new MainWindow(
                state,
                new WindowEnvironment(
                        StoreOptions.cachedIn(shared.resolve("cache")),
                        theme,
                        true,
                        RecentTraces.in(folder.resolve("config")),
                        () -> null,
                        WindowHost.NONE,
                        new SessionStore(new SessionFiles(folder.resolve("sessions")), writer)));
        Scene scene = new Scene(window.root(), 1200, 900);
        theme.install(scene);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(scene);
        stage.show();
    }

    @AfterEach
    final void closeTheWindow() throws Exception {
        FxToolkit.setupFixture(() -> {
            window.close();
            stage.close();
        });
    }

    /// Simulates that the program was killed: nothing is saved on closing.
    final void crash(FxRobot robot) throws Exception {
        awaitWritten();
        robot.interact(() -> {
            MainWindow previous = window;
            createWindow();
            previous.timeline().view().dispose();
        });
    }

    /// Waits until all changes are written to files.
    final void awaitWritten() throws Exception {
        WindowFixture.waitFor(() -> window.projects().isSaved());
        var done = new java.util.concurrent.CountDownLatch(1);
        writer.runAfterWrites(done::countDown);
        assertTrue(done.await(20, java.util.concurrent.TimeUnit.SECONDS));
    }

    final Path trace() throws Exception {
        return SampleFile.getOrCreate(folder);
    }

    final void open(FxRobot robot, Path file) throws Exception {
        boolean[] opened = new boolean[1];
        robot.interact(() -> window.open(file, ok -> opened[0] = ok));
        WindowFixture.waitFor(() -> opened[0]);
    }

    final TimelineView view() {
        return window.timeline().view();
    }

    final String sampleTrack() {
        return view().tracks().nodes(n -> !n.isGroup()).stream()
                .map(n -> n.key())
                .filter(k -> k.startsWith("thread_state/"))
                .min(String::compareTo)
                .orElseThrow();
    }

    /// Makes a change of each kind that is saved.
    final void changeAllSavedState(FxRobot robot, TimeSpan span) throws Exception {
        robot.interact(() -> {
            view().tracks().setPinned(sampleTrack(), true);
            view().tracks().rename(sampleTrack(), "the one");
            view().tracks().expandAll();
            view().showSpan(span);
        });
        settle();
        robot.interact(() -> {
            view().scrollTo(400);
            window.slot()
                    .traceNotes()
                    .rename(
                            window.slot()
                                    .traceNotes()
                                    .add(span.start() + 1000, span.start() + 1000, "")
                                    .id(),
                            "here it begins");
        });
    }

    final TimeSpan sampleSpan() {
        TimeSpan bounds = view().bounds();
        return new TimeSpan(bounds.start() + bounds.durNs() / 4, bounds.start() + bounds.durNs() / 2);
    }

    final void assertChangesAreRestored(TimeSpan span) throws Exception {
        WindowFixture.waitFor(() -> !window.slot().traceNotes().notes().isEmpty());
        assertEquals(List.of(sampleTrack()), FxSupply.get(() -> view().tracks().pinned()));
        assertEquals(
                "the one",
                FxSupply.get(() -> view().tracks().node(sampleTrack()).name()));
        assertEquals(span, view().visibleSpanProperty().get());
        assertEquals(
                "here it begins", window.slot().traceNotes().notes().getFirst().text());
        settle();
        assertEquals(400, FxSupply.get(() -> view().scrollY()));
    }

    final void settle() throws Exception {
        org.testfx.util.WaitForAsyncUtils.asyncFx(() -> view().whenIdle())
                .get(30, java.util.concurrent.TimeUnit.SECONDS)
                .get(30, java.util.concurrent.TimeUnit.SECONDS);
        org.testfx.util.WaitForAsyncUtils.waitForFxEvents();
    }

    final Hyperlink action(FxRobot robot, String text) {
        return robot.lookup(n -> n instanceof Hyperlink h && h.getText().equals(text))
                .queryAs(Hyperlink.class);
    }

    final String notices() {
        return FxSupply.get(
                () -> String.join("\n", window.context().messages().notices().texts()));
    }
}
