package traceglass.app.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// Small traces of a synthetic benchmark. Each has a slice `measure` of an app that contains the slices `layout` and
/// `draw`.
public final class BenchmarkTraces {

    private BenchmarkTraces() {}

    /// Writes traces `main/run-1.json`, `change/run-2.json`, …; those in `change` are 20% slower. The last one
    /// takes three times as long.
    public static void write(Path folder, int count) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 1; i <= count; i++) {
            boolean isChange = i % 2 == 0;
            double us = 20_000 * Math.exp(.08 * random.nextGaussian()) * (isChange ? 1.2 : 1) * (i == count ? 3 : 1);
            Path file = folder.resolve(isChange ? "change" : "main").resolve("run-" + i + ".json");
            Files.createDirectories(file.getParent());
            Files.write(file, trace(Math.round(us), i));
        }
    }

    private static byte[] trace(long us, int number) {
        long start = 1000 + number * 137L % 900;
        return """
            [{"ph": "M", "pid": 7, "tid": 7, "name": "process_name", "args": {"name": "com.example.app"}},
             {"ph": "M", "pid": 7, "tid": 7, "name": "thread_name", "args": {"name": "main"}},
             {"ph": "X", "pid": 7, "tid": 7, "name": "warm-up", "ts": 0, "dur": 500},
             {"ph": "X", "pid": 7, "tid": 7, "name": "measure", "ts": %d, "dur": %d},
             {"ph": "X", "pid": 7, "tid": 7, "name": "layout", "ts": %d, "dur": %d},
             {"ph": "X", "pid": 7, "tid": 7, "name": "draw", "ts": %d, "dur": %d},
             {"ph": "X", "pid": 7, "tid": 7, "name": "idle", "ts": %d, "dur": 1000},
             {"ph": "C", "pid": 7, "name": "memory", "ts": 100, "args": {"value": %d}}]\
            """.formatted(start, us, start + 10, us / 3, start + 20 + us / 3, us / 2, start + us + 5_000, number)
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Writes a file that is not a trace.
    public static void writeBroken(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name), "this is not a trace\n");
    }
}
