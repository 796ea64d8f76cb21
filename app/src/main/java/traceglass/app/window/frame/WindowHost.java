package traceglass.app.window.frame;

import java.nio.file.Path;

/// Actions that need a window on a screen.
public interface WindowHost {

    /// Switches to the next color scheme: system, light, dark.
    void nextTheme();

    void toggleFullScreen();

    /// Ends the program; asks first in each window with running work.
    void quit();

    /// Closes this window; asks first if work is running in it. Closing the last window ends the program.
    default void close() {}

    /// Opens another window.
    ///
    /// @param file file to open in the window, or null for the start page
    default void openWindow(Path file) {}

    /// Writes a screenshot of the window to a PNG file.
    void savePicture(Path file);

    /// Host of a window that is not on a screen; does nothing.
    WindowHost NONE = new WindowHost() {

        @Override
        public void nextTheme() {}

        @Override
        public void toggleFullScreen() {}

        @Override
        public void quit() {}

        @Override
        public void savePicture(Path file) {}
    };
}
