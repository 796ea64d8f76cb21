package traceglass.app.cli;

import traceglass.app.io.Failure;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.ToolkitMessageFilter;
import traceglass.app.window.stage.WindowApp;

/// Opens a window for the command line; the only class of this package that loads JavaFX.
public final class WindowLauncher {

    private WindowLauncher() {}

    /// Opens the window and returns when it is closed. Without a display, draws the window to a picture instead.
    ///
    /// @return the exit code
    static int openWindow(LaunchRequest request) throws Failure {
        if (HeadlessPicture.isNeeded(System.getProperty("os.name"), System.getenv())) {
            return HeadlessPicture.draw(request);
        }
        ToolkitMessageFilter.install();
        return WindowApp.show(request);
    }
}
