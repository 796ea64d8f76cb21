package traceglass.app;

import java.io.IOException;
import java.nio.file.Path;
import traceglass.app.cli.CommonLines;
import traceglass.app.window.StartClock;
import traceglass.model.store.StoreOptions;

/// What the virtual machine watches once after each build, to keep for later starts which classes are loaded and what is made of them: the
/// usual commands, or the window, with a trace that is read and with one that comes from the cache. The launcher starts it.
public final class Rehearsal {

    private static final long TIMEOUT_S = 120;

    private Rehearsal() {}

    /// @param args `command` or `window`, a trace, and a folder that goes away afterwards
    public static void main(String[] args) throws IOException {
        Path trace = Path.of(args[1]);
        Path cache = Path.of(args[2]);
        if (args[0].equals("window")) {
            StartClock.run(null, StoreOptions.cachedIn(cache), TIMEOUT_S);
        }
        for (int i = 0; i < 2; i++) {
            if (args[0].equals("window")) {
                StartClock.run(trace, StoreOptions.cachedIn(cache), TIMEOUT_S);
            } else {
                CommonLines.run("query", "--cache-dir", cache.toString(), "SELECT ts, dur, name FROM slice ORDER BY dur DESC LIMIT 3; SELECT count(*) FROM slice",
                        trace.toString());
            }
        }
        System.out.flush();
        System.exit(0);
    }
}
