package traceglass.app.launch;

import java.io.PrintStream;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/// Keeps lines that JavaFX prints for developers off the terminal.
public final class QuietToolkit {

    /// Where JavaFX is on the class path. To ask for a logger takes a fiftieth of a window's start.
    private static final class ClassPathLog {

        private static final Logger JAVAFX = Logger.getLogger("javafx");
    }

    private static final Pattern INCUBATING = Pattern.compile("WARNING: Using incubat\\w+ .*\\bjfx\\.incubator\\.");

    private QuietToolkit() {}

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
}
