package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;

@ExtendWith(ApplicationExtension.class)
class ClosedWindowTest {

    @TempDir
    Path folder;

    /// Several windows and many traces may be open one after another, and each trace is large.
    @Test
    void aClosedWindowAndItsTraceAreLetGo(FxRobot robot) throws Exception {
        WeakReference<MainWindow> window = opened(robot);
        // Threads that still work for the window let it go when they end, which takes a busy machine its time.
        for (int i = 0; i < 600 && window.get() != null; i++) {
            System.gc();
            Thread.sleep(100);
        }
        assertNull(window.get(), "something still refers to a closed window");
    }

    /// In a method of its own, so that no variable holds the window.
    private WeakReference<MainWindow> opened(FxRobot robot) throws Exception {
        WindowFixture[] fixture = new WindowFixture[1];
        FxToolkit.setupFixture(() -> fixture[0] = new WindowFixture(new Stage(), folder, folder));
        fixture[0].openSample(robot);
        FxToolkit.setupFixture(fixture[0]::close);
        return new WeakReference<>(fixture[0].window);
    }
}
