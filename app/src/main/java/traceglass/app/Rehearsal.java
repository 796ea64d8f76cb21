package traceglass.app;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import traceglass.app.cli.CommonLines;
import traceglass.app.cli.Root;
import traceglass.app.window.Picture;
import traceglass.app.window.StartClock;
import traceglass.model.store.StoreOptions;

/// What the virtual machine watches once after each build, to keep for later starts which classes are loaded and what is made of them: the
/// usual commands, or the window, with a trace that is read and with one that comes from the cache, and a ride over its timeline. The
/// launcher starts it.
public final class Rehearsal {

    private static final long TIMEOUT_S = 120;
    /// Of the ride: from the whole trace down to a few microseconds, along and back.
    private static final int FRAMES = 180;
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;

    private Rehearsal() {}

    /// @param args `command` or `window`, a trace, and a folder that goes away afterwards
    public static void main(String[] args) {
        int code = 1;
        try {
            // What starts is loaded as well.
            MethodHandles.lookup().ensureInitialized(Main.class);
            run(args[0], Path.of(args[1]), Path.of(args[2]));
            code = 0;
        } catch (IOException | IllegalAccessException | RuntimeException e) {
            System.err.println("traceglass: " + e);
        } finally {
            System.out.flush();
            // Threads of JavaFX would keep a rehearsal that failed from ever ending.
            System.exit(code);
        }
    }

    private static void run(String mode, Path trace, Path cache) throws IOException {
        if (mode.equals("window")) {
            StartClock.run(null, StartClock.Opening.AT_START, StoreOptions.cachedIn(cache), TIMEOUT_S);
        }
        for (int i = 0; i < 2; i++) {
            if (mode.equals("window")) {
                StartClock.run(trace, StartClock.Opening.AT_START, StoreOptions.cachedIn(cache), TIMEOUT_S);
            } else {
                CommonLines.run("query", "--cache-dir", cache.toString(), "SELECT ts, dur, name FROM slice ORDER BY dur DESC LIMIT 3; SELECT count(*) FROM slice",
                        trace.toString());
                Root.run("info", "--cache-dir", cache.toString(), trace.toString());
                CommonLines.run("bench", "import", "--runs", "1", "--json", trace.toString());
            }
        }
    }
}
