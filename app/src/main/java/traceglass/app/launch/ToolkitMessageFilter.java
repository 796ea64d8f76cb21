package traceglass.app.launch;

import java.io.PrintStream;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/// Suppresses messages that JavaFX prints for developers.
public final class ToolkitMessageFilter {

    /// Loaded only where JavaFX is on the class path: getting a logger takes 2% of a window's start.
    private static final class ClassPathLog {

        private static final Logger JAVAFX = Logger.getLogger("javafx");
    }

    private static final Pattern INCUBATING = Pattern.compile("WARNING: Using incubat\\w+ .*\\bjfx\\.incubator\\.");

    private ToolkitMessageFilter() {}

    /// Suppresses, for the rest of the process, JavaFX's warnings about running from the class path, which is
    /// supported, and about its incubating text editor.
    public static void install() {
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

    /// Runs an action without the warnings that JavaFX's incubator modules print on first use; other output stays.
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
