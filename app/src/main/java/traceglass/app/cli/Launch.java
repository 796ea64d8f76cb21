package traceglass.app.cli;

import traceglass.app.io.Failure;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.QuietToolkit;
import traceglass.app.window.WindowApp;

/// Opens a window for the command line; the only class of this package that loads JavaFX.
public final class Launch {

    private Launch() {}

    /// Opens the window and returns when it is closed. Without a display, draws the window to a picture instead.
    ///
    /// @return the exit code
    static int window(LaunchRequest request) throws Failure {
        if (PictureInstead.isNeeded(System.getProperty("os.name"), System.getenv())) {
            return PictureInstead.draw(request);
        }
        QuietToolkit.install();
        return WindowApp.show(request);
    }
}
