package traceglass.app.window.stage;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.settings.Folders;
import traceglass.app.testing.SampleFile;
import traceglass.app.window.FxSupply;
import traceglass.app.window.MainWindow;
import traceglass.app.window.WindowFixture;
import traceglass.store.database.StoreOptions;

/// Tests that a window started with a trace waits a limited time for its first tracks.
@ExtendWith(ApplicationExtension.class)
class StartWithTraceTest {

    @TempDir
    Path folder;

    private final WindowApp app = new WindowApp();

    @AfterEach
    void closeTheWindow() throws Exception {
        FxToolkit.setupFixture(() -> app.windows().forEach(w -> w.stage().close()));
    }

    private void startWith(FxRobot robot, Path trace) throws Exception {
        Folders folders =
                new Folders(folder.resolve("config"), folder, folder.resolve("state"), folder.resolve("data"));
        LaunchRequest request =
                new LaunchRequest(trace, null, null, null, null, null, StoreOptions.cachedIn(folder.resolve("cache")));
        robot.interact(() -> {
            app.start(new Stage(), request, folders);
            assertFalse(app.windows().getFirst().stage().isShowing(), "there was nothing to show yet");
        });
        WaitForAsyncUtils.waitFor(
                60, TimeUnit.SECONDS, () -> app.windows().getFirst().stage().isShowing());
    }

    @Test
    void theFirstFrameShowsTheTrace(FxRobot robot) throws Exception {
        startWith(robot, SampleFile.getOrCreate(folder));
        MainWindow window = app.windows().getFirst().window();
        WindowFixture.waitForTrace(window);
        assertTrue(FxSupply.get(() -> window.pageProperty().get() == window.timeline()));
    }

    @Test
    void aFileThatIsNotATraceIsReported(FxRobot robot) throws Exception {
        startWith(robot, Files.writeString(folder.resolve("words.txt"), "no trace at all"));
        MainWindow window = app.windows().getFirst().window();
        WaitForAsyncUtils.waitFor(
                60,
                TimeUnit.SECONDS,
                () -> !window.context().messages().notices().texts().isEmpty());
        assertNull(window.slot().trace().session());
    }
}
