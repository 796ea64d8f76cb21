package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.util.WaitForAsyncUtils;

@ExtendWith(ApplicationExtension.class)
class ClosedWindowTest {

    @TempDir
    Path folder;

    /// Many windows and traces may be opened one after another, and each trace is large.
    @Test
    void aClosedWindowAndItsTraceAreGarbageCollected(FxRobot robot) throws Exception {
        WeakReference<MainWindow> window = openAndClose(robot);
        // Threads that still work for the window release it when they end, which takes time on a busy computer.
        for (int i = 0; i < 600 && window.get() != null; i++) {
            System.gc();
            Thread.sleep(100);
        }
        assertNull(window.get(), "something still refers to a closed window");
    }

    /// In a separate method, so that no local variable holds the window.
    private WeakReference<MainWindow> openAndClose(FxRobot robot) throws Exception {
        WindowFixture[] fixture = new WindowFixture[1];
        FxToolkit.setupFixture(() -> fixture[0] = new WindowFixture(new Stage(), folder, folder));
        fixture[0].openSample(robot);
        // Their editors blink, and the record page watches for devices.
        for (String page : List.of("sql", "record")) {
            robot.interact(() ->
                    fixture[0].window.showPage(fixture[0].window.page(page).orElseThrow()));
            WaitForAsyncUtils.waitForFxEvents();
        }
        FxToolkit.setupFixture(fixture[0]::close);
        return new WeakReference<>(fixture[0].window);
    }
}
