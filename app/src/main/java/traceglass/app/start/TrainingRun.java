package traceglass.app.start;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import traceglass.app.cli.Root;

/// The AOT training run: the virtual machine records which classes are loaded and linked, and stores them in the AOT
/// cache that later starts use. Runs common commands or opens the window, first with a trace that is imported and
/// then with the cached one, then with small traces of other formats. The launcher runs it once after each build.
public final class TrainingRun {

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

    private static void run(String mode, Path sample, Path cache) throws IOException {
        boolean opensWindows = mode.equals("window");
        if (opensWindows) {
            trainWindow(cache);
        }
        List<Path> traces = new ArrayList<>(List.of(sample, sample));
        traces.addAll(TrainingTraces.write(cache.resolve("traces")));
        for (Path trace : traces) {
            if (opensWindows) {
                trainWindow(cache, trace.toString());
            } else {
                trainCommand(trace, cache);
            }
        }
    }

    /// Opens the window through the command line, so that the classes that parse it are in the cache, too.
    private static void trainWindow(Path cache, String... trace) {
        List<String> arguments = new ArrayList<>(List.of("bench", "start", "--once", "--cache-dir", cache.toString()));
        arguments.addAll(List.of(trace));
        if (Root.run(arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("the window can't be opened: " + String.join(" ", arguments));
        }
    }

    private static void trainCommand(Path trace, Path cache) {
        for (String sql : SQL) {
            Root.run("query", "--cache-dir", cache.toString(), sql, trace.toString());
        }
        Root.run("info", "--cache-dir", cache.toString(), trace.toString());
    }
}
