package traceglass.app.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// Finds the real `traced` and `traced_probes` for tests that record; skips the running test if they are missing.
public final class InstalledDaemons {

    private InstalledDaemons() {}

    /// Returns the folder with the programs. Tests of the recorder download them into the cache folder if possible.
    public static Path bin() {
        List<Path> folders = new ArrayList<>();
        if (System.getenv("TRACEGLASS_PERFETTO") != null) {
            folders.add(Path.of(System.getenv("TRACEGLASS_PERFETTO")));
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            folders.add(Path.of(folder));
        }
        folders.add(Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin"));
        Path found = folders.stream()
                .filter(p -> Files.isExecutable(p.resolve("traced")) && Files.isExecutable(p.resolve("traced_probes")))
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(found != null, "traced is not installed");
        return found;
    }

    /// Writes a config that records counters and processes.
    public static Path config(Path folder) {
        try {
            return Files.writeString(folder.resolve("stats.pbtxt"), """
                buffers { size_kb: 4096 fill_policy: RING_BUFFER }
                data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true } } }
                data_sources { config { name: "linux.sys_stats" sys_stats_config { stat_period_ms: 50 stat_counters: STAT_CPU_TIMES } } }
                """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
