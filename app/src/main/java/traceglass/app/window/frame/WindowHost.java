package traceglass.app.window.frame;

import java.nio.file.Path;

/// What only a window on a screen can do.
public interface WindowHost {

    /// Goes on to the next of: as the system, light, dark.
    void nextTheme();

    void toggleFullScreen();

    /// Ends the program, after asking in each window in which something goes on.
    void quit();

    /// Closes this window, after asking if something goes on in it; the last one ends the program.
    default void close() {}

    /// Opens another window.
    ///
    /// @param file what to open in it, or null for the start page
    default void openWindow(Path file) {}

    /// Writes a picture of the window to the file.
    void savePicture(Path file);

    /// For content that is on no screen: does nothing.
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
