package traceglass.app;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;
import traceglass.app.window.WindowApp;
import traceglass.store.database.StoreOptions;

/// The step from the command line to a window: the one place there that loads JavaFX.
public final class Launch {

    /// What the window is to show.
    ///
    /// @param trace file to open, or null for the start page
    /// @param beside file to open beside it, or null
    /// @param time span to show, or null
    /// @param select event to select, or null
    /// @param sql text for the SQL page, or null
    /// @param tracks queries to show as tracks
    public record Request(
            Path trace,
            Path beside,
            TimeRange time,
            EventRef select,
            String sql,
            TrackFlags tracks,
            StoreOptions store) {}

    /// Where JavaFX is on the class path. To ask for a logger takes a fiftieth of a window's start.
    private static final class ClassPathLog {

        private static final Logger JAVAFX = Logger.getLogger("javafx");
    }

    private static final Pattern INCUBATING = Pattern.compile("WARNING: Using incubat\\w+ .*\\bjfx\\.incubator\\.");

    private Launch() {}

    /// Keeps JavaFX from warning that it is on the class path, where it works as well, and that its text editor
    /// incubates, which is nothing to the person at the command line.
    public static void quietToolkit() {
        if (ModuleLayer.boot().findModule("javafx.graphics").isEmpty()) {
            ClassPathLog.JAVAFX.setFilter(
                    r -> r.getMessage() == null || !r.getMessage().startsWith("Unsupported JavaFX configuration"));
        }
        System.setErr(new PrintStream(System.err, true) {
            @Override
            public void println(String line) {
                if (line == null || !INCUBATING.matcher(line).lookingAt()) {
                    super.println(line);
                }
            }
        });
    }

    /// Runs it without the lines that JavaFX's incubator modules print when they are first used from the class
    /// path; any other output stays.
    public static void quietly(Runnable action) {
        PrintStream err = System.err;
        System.setErr(new PrintStream(err, true) {
            @Override
            public void println(String line) {
                if (line == null || !line.startsWith("WARNING: Using incubating API")) {
                    super.println(line);
                }
            }
        });
        try {
            action.run();
        } finally {
            System.setErr(err);
        }
    }

    /// Opens the window and returns when it was closed.
    ///
    /// @return the program's exit code
    public static int window(Request request) {
        quietToolkit();
        return WindowApp.show(request);
    }
}
