package traceglass.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Creates small traces for tests.
final class SparkTraces {

    private SparkTraces() {}

    /// Writes a JSON trace with a slice `work` that contains slices `inner`, on a thread of the process `app`.
    ///
    /// @param us duration of `work` in microseconds
    /// @param inner number of slices inside
    static Path write(Path folder, String name, int us, int inner) throws IOException {
        StringBuilder text = new StringBuilder("""
            [{"ph": "M", "pid": 7, "tid": 7, "name": "process_name", "args": {"name": "app"}},
             {"ph": "X", "pid": 7, "tid": 7, "name": "work", "ts": 100, "dur": %d, "args": {"n": 3}}\
            """.formatted(us));
        for (int i = 0; i < inner; i++) {
            text.append(
                    ",\n {\"ph\": \"X\", \"pid\": 7, \"tid\": 7, \"name\": \"inner\", \"cat\": \"c\", \"ts\": %d, \"dur\": 1}"
                            .formatted(101 + 2 * i));
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.append("]").toString().getBytes(StandardCharsets.UTF_8));
    }
}
