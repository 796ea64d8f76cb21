package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.context.WindowState;
import traceglass.app.preferences.Preferences;
import traceglass.app.settings.RecentTraces;
import traceglass.app.settings.Settings;
import traceglass.app.testing.PreparedDialogs;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.Page;
import traceglass.app.window.frame.WindowHost;
import traceglass.store.database.StoreOptions;

/// A window on a stage of the headless platform, with helpers for tests.
public final class WindowFixture {

    public final Settings settings;
    public final PreparedDialogs dialogs = new PreparedDialogs();
    public final MainWindow window;
    private final Stage stage;
    private final Path shared;
    private final WindowTheme theme = new WindowTheme();
    private final Preferences preferences;

    /// @param folder for the settings
    /// @param shared for the sample and the databases of traces; may be shared with other windows
    public WindowFixture(Stage stage, Path folder, Path shared) {
        this.stage = stage;
        this.shared = shared;
        settings = Settings.in(folder.resolve("config"));
        preferences = new Preferences(settings);
        theme.choiceProperty().set(WindowTheme.Choice.LIGHT);
        WindowState state = new WindowState(dialogs, preferences);
        window = new MainWindow(
                state,
                new WindowEnvironment(
                        StoreOptions.cachedIn(shared.resolve("cache")),
                        theme,
                        true,
                        RecentTraces.none(),
                        this::sample,
                        WindowHost.NONE));
        Scene scene = new Scene(window.root(), 1200, 900);
        theme.install(scene);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(scene);
        // The stage is shared by all tests and keeps the size that an earlier one has set.
        stage.sizeToScene();
        stage.show();
    }

    public Stage stage() {
        return stage;
    }

    /// Shows a page. Called on the JavaFX thread.
    public void showPage(Page page) {
        window.showPage(page);
    }

    public void close() {
        window.close();
        theme.close();
        preferences.close();
        stage.close();
    }

    private Path sample() throws IOException {
        return SampleFile.getOrCreate(shared);
    }

    public static void waitFor(BooleanSupplier condition) throws Exception {
        WaitForAsyncUtils.waitFor(
                120,
                TimeUnit.SECONDS,
                () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
        WaitForAsyncUtils.waitForFxEvents();
    }

    public void openSample(FxRobot robot) throws Exception {
        robot.interact(window::openSample);
        waitForTrace();
        settle();
    }

    /// Waits until a trace can be queried.
    public void waitForTrace() throws Exception {
        waitForTrace(window);
    }

    /// Returns whether all changes so far were passed to the writer of projects.
    public static boolean isSaved(MainWindow window) {
        return window.projects().isSaved();
    }

    public static void waitForTrace(MainWindow window) throws Exception {
        waitFor(() -> window.slot().trace().session() != null
                && window.slot().trace().session().isReady());
    }

    /// Waits until the given trace can be queried.
    public void waitForTrace(Path file) throws Exception {
        waitFor(() -> window.slot().trace().session() != null
                && window.slot().trace().session().isReady()
                && window.slot().trace().session().file().getFileName().equals(file.getFileName()));
    }

    /// Waits until the timeline has drawn everything.
    public void settle() throws Exception {
        try {
            WaitForAsyncUtils.asyncFx(() -> window.timeline().view().whenIdle())
                    .get(30, TimeUnit.SECONDS)
                    .get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            String state = WaitForAsyncUtils.asyncFx(
                            () -> window.timeline().view().pendingWork())
                    .get();
            throw new AssertionError(
                    "the timeline is not drawn: " + state + "; " + PulseCounter.describe() + "; then: "
                            + WaitForAsyncUtils.asyncFx(
                                            () -> window.timeline().view().pendingWork())
                                    .get(),
                    e);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }

    /// Selects everything and waits for the sums of the slices.
    public void selectAll(FxRobot robot) throws Exception {
        robot.interact(() -> window.slot().host().commands().run("selection.all"));
        var detailsPane = window.slot().host().detailsPane();
        waitFor(() -> detailsPane.openProperty().get()
                && detailsPane.selectedProperty().get() != null
                && detailsPane.selectedProperty().get().id().equals("area-slices")
                && window.isComplete());
    }

    /// Lays out the window immediately.
    public void layOut() {
        window.root().applyCss();
        window.root().layout();
    }
}
