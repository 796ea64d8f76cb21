package traceglass.app.cli;

import traceglass.app.io.Failure;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.QuietToolkit;
import traceglass.app.window.WindowApp;

/// The step from the command line to a window: the one place there that loads JavaFX.
public final class Launch {

    private Launch() {}

    /// Opens the window and returns when it was closed; where there is no display, draws it into a picture.
    ///
    /// @return the program's exit code
    static int window(LaunchRequest request) throws Failure {
        if (PictureInstead.isNeeded(System.getProperty("os.name"), System.getenv())) {
            return PictureInstead.draw(request);
        }
        QuietToolkit.install();
        return WindowApp.show(request);
    }
}
