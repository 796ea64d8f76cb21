package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.AppContext;
import traceglass.app.preferences.Preferences;
import traceglass.app.settings.RecentTraces;
import traceglass.app.settings.Settings;
import traceglass.app.testing.SampleFile;
import traceglass.app.theme.Theme;
import traceglass.model.store.StoreOptions;

/// A window on a stage without a screen, and what tests of it need.
final class WindowFixture {

    final Path folder;
    final Settings settings;
    final MainWindow window;
    private final Stage stage;
    private final Theme theme = new Theme();
    private final Preferences preferences;

    WindowFixture(Stage stage, Path folder) {
        this.stage = stage;
        this.folder = folder;
        settings = Settings.in(folder.resolve("config"));
        preferences = new Preferences(settings);
        theme.choiceProperty().set(Theme.Choice.LIGHT);
        AppContext context = new AppContext(new DialogService() {
            @Override
            public Optional<Path> chooseTrace() {
                return Optional.empty();
            }

            @Override
            public Optional<Path> chooseSave(String title, String suggested, String kind, String ending) {
                return Optional.empty();
            }
        }, preferences);
        window = new MainWindow(context, new MainWindow.Environment(StoreOptions.cachedIn(folder.resolve("cache")), theme, true,
                RecentTraces.none(), this::sample, WindowHost.NONE));
        Scene scene = new Scene(window.root(), 1200, 900);
        theme.install(scene);
        stage.setX(0);
        stage.setY(0);
        stage.setScene(scene);
        stage.show();
    }

    Theme theme() {
        return theme;
    }

    void close() {
        window.close();
        theme.close();
        preferences.close();
        stage.close();
    }

    private Path sample() throws IOException {
        Path file = folder.resolve("sample.pftrace.gz");
        return Files.exists(file) ? file : SampleFile.in(folder);
    }

    static void waitFor(BooleanSupplier condition) throws Exception {
        WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
        WaitForAsyncUtils.waitForFxEvents();
    }

    void openSample(FxRobot robot) throws Exception {
        robot.interact(window::openSample);
        waitFor(() -> window.context().session() != null && window.context().session().isReady());
        settle();
    }

    /// Waits until the timeline has drawn everything.
    void settle() throws Exception {
        try {
            WaitForAsyncUtils.asyncFx(() -> window.timeline().view().whenIdle()).get(30, TimeUnit.SECONDS).get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            String state = WaitForAsyncUtils.asyncFx(() -> window.timeline().view().waitsFor()).get();
            throw new AssertionError("the timeline is not drawn: " + state + "; " + PulseCount.look(), e);
        }
        WaitForAsyncUtils.waitForFxEvents();
    }
}
