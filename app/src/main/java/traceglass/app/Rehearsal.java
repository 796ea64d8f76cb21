package traceglass.app;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import traceglass.app.cli.CommonLines;
import traceglass.app.cli.Root;
import traceglass.app.window.StartClock;
import traceglass.store.database.StoreOptions;

/// What the virtual machine watches once after each build, to keep for later starts which classes are loaded and what
/// is made of them: the usual commands, or the window, with a trace that is read and with one that comes from the
/// cache, and a ride over its timeline; then with small traces of other kinds. The launcher starts it.
public final class Rehearsal {

    private static final long TIMEOUT_S = 120;
    /// Of the ride: from the whole trace down to a few microseconds, along and back.
    private static final int FRAMES = 180;
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;

    /// Statements of the kinds that are asked most.
    private static final List<String> SQL = List.of(
            "SELECT ts, dur, name FROM slice ORDER BY dur DESC LIMIT 3; SELECT count(*) FROM slice",
            "SELECT name, count(*) AS n, sum(dur) / 1e6 AS ms FROM slice GROUP BY name ORDER BY n DESC LIMIT 5",
            "SELECT s.name, t.name, p.name, EXTRACT_ARG(s.arg_set_id, 'debug.key') AS value FROM slice s JOIN"
                + " thread_track tt ON s.track_id = tt.id JOIN thread t USING (utid) LEFT JOIN process p USING (upid)"
                + " WHERE s.dur > 0 AND t.name GLOB '*a*' GROUP BY 1, 2, 3, 4",
            "INCLUDE PERFETTO MODULE slices.with_context; SELECT thread_name, max(dur) FROM thread_slice GROUP BY 1;"
                    + " SELECT * FROM stats WHERE value > 0",
            "CREATE PERFETTO TABLE rehearsed AS WITH long AS (SELECT * FROM slice WHERE dur > 1000) SELECT id, ts,"
                + " CASE WHEN depth = 0 THEN 'top' END AS kind FROM long; SELECT kind, min(value) FROM rehearsed LEFT"
                + " JOIN counter USING (ts) GROUP BY kind LIMIT 2");

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
                command(trace, cache);
            }
        }
        for (Path other : RehearsalTraces.write(cache.resolve("traces"))) {
            if (mode.equals("window")) {
                StartClock.run(other, StartClock.Opening.AT_START, StoreOptions.cachedIn(cache), TIMEOUT_S);
            } else {
                command(other, cache);
            }
        }
    }

    private static void command(Path trace, Path cache) {
        for (String sql : SQL) {
            CommonLines.run("query", "--cache-dir", cache.toString(), sql, trace.toString());
        }
        Root.run("info", "--cache-dir", cache.toString(), trace.toString());
        CommonLines.run("bench", "import", "--runs", "1", "--json", trace.toString());
        CommonLines.run("bench", "import", "--runs", "1", trace.toString());
    }
}
