package traceglass.app.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// The recorded traces beside the repository.
public final class SharedTrace {

    private SharedTrace() {}

    /// A trace by its place below the folder of traces; the running test is skipped when it is not there.
    public static Path need(String relative) {
        String root = System.getenv("TRACEGLASS_SHARED");
        Path file = (root != null ? Path.of(root) : Path.of("..", "..", "shared"))
                .resolve("traces")
                .resolve(relative)
                .toAbsolutePath()
                .normalize();
        Assumptions.assumeTrue(Files.exists(file), () -> "no recorded trace: " + relative);
        return file;
    }
}
