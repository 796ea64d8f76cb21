package traceglass.app.start;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import traceglass.app.cli.Root;
import traceglass.app.window.StartMeasurement;
import traceglass.store.database.StoreOptions;

/// The AOT training run: the virtual machine records which classes are loaded and linked, and stores them in the AOT
/// cache that later starts use. Runs common commands or opens the window, first with a trace that is imported and
/// then with the cached one, then with small traces of other formats. The launcher runs it once after each build.
public final class TrainingRun {

    private static final long TIMEOUT_S = 120;

    /// The most common kinds of statements.
    private static final List<String> SQL = List.of(
            "SELECT ts, dur, name FROM slice ORDER BY dur DESC LIMIT 3; SELECT count(*) FROM slice",
            "SELECT name, count(*) AS n, sum(dur) / 1e6 AS ms FROM slice GROUP BY name ORDER BY n DESC LIMIT 5",
            "SELECT s.name, t.name, p.name, EXTRACT_ARG(s.arg_set_id, 'debug.key') AS value FROM slice s JOIN"
                    + " thread_track tt ON s.track_id = tt.id JOIN thread t USING (utid) LEFT JOIN process p USING (upid)"
                    + " WHERE s.dur > 0 AND t.name GLOB '*a*' GROUP BY 1, 2, 3, 4",
            "INCLUDE PERFETTO MODULE slices.with_context; SELECT thread_name, max(dur) FROM thread_slice GROUP BY 1;"
                    + " SELECT * FROM stats WHERE value > 0",
            "CREATE PERFETTO TABLE trained AS WITH long AS (SELECT * FROM slice WHERE dur > 1000) SELECT id, ts,"
                    + " CASE WHEN depth = 0 THEN 'top' END AS kind FROM long; SELECT kind, min(value) FROM trained LEFT"
                    + " JOIN counter USING (ts) GROUP BY kind LIMIT 2");

    private TrainingRun() {}

    /// @param args `command` or `window`, a trace, and a folder for temporary files, which the caller deletes
    public static void main(String[] args) {
        int code = 1;
        try {
            // The entry point of later starts must be in the cache as well.
            MethodHandles.lookup().ensureInitialized(Main.class);
            run(args[0], Path.of(args[1]), Path.of(args[2]));
            code = 0;
        } catch (IOException | IllegalAccessException | RuntimeException e) {
            System.err.println("traceglass: " + e);
        } finally {
            System.out.flush();
            // After an error, threads of JavaFX would keep the process alive.
            System.exit(code);
        }
    }

    private static void run(String mode, Path trace, Path cache) throws IOException {
        if (mode.equals("window")) {
            StartMeasurement.run(null, StartMeasurement.Opening.AT_START, StoreOptions.cachedIn(cache), TIMEOUT_S);
        }
        for (int i = 0; i < 2; i++) {
            if (mode.equals("window")) {
                StartMeasurement.run(trace, StartMeasurement.Opening.AT_START, StoreOptions.cachedIn(cache), TIMEOUT_S);
            } else {
                command(trace, cache);
            }
        }
        for (Path other : TrainingTraces.write(cache.resolve("traces"))) {
            if (mode.equals("window")) {
                StartMeasurement.run(other, StartMeasurement.Opening.AT_START, StoreOptions.cachedIn(cache), TIMEOUT_S);
            } else {
                command(other, cache);
            }
        }
    }

    private static void command(Path trace, Path cache) {
        for (String sql : SQL) {
            Root.run("query", "--cache-dir", cache.toString(), sql, trace.toString());
        }
        Root.run("info", "--cache-dir", cache.toString(), trace.toString());
        Root.run("bench", "import", "--runs", "1", "--json", trace.toString());
        Root.run("bench", "import", "--runs", "1", trace.toString());
    }
}
