package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Creates small traces for tests of fleets.
final class FleetTraces {

    private FleetTraces() {}

    /// Returns a JSON trace with a slice `work` that contains a slice `inner`, on a thread of the process `app`.
    ///
    /// @param us duration of `work` in microseconds
    static byte[] trace(int us) {
        return """
                [{"ph": "M", "pid": 7, "tid": 7, "name": "process_name", "args": {"name": "app"}},
                 {"ph": "X", "pid": 7, "tid": 7, "name": "work", "ts": 100, "dur": %d, "args": {"n": 3}},
                 {"ph": "X", "pid": 7, "tid": 7, "name": "inner", "ts": 101, "dur": %d},
                 {"ph": "C", "pid": 7, "name": "load", "ts": 102, "args": {"value": %d}}]\
                """.formatted(us, us / 2, us).getBytes(StandardCharsets.UTF_8);
    }

    static Path write(Path folder, String name, int us) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, trace(us));
    }
}
