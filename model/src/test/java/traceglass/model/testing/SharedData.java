package traceglass.model.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Finds the reference data that lies beside the repository. Tests that need it are skipped where it is absent.
public final class SharedData {

    private SharedData() {}

    /// A file of the reference data; skips the running test when there is none.
    public static Path file(String relative) {
        String folder = System.getenv("TRACEGLASS_SHARED");
        Path root = folder != null ? Path.of(folder) : Path.of("..", "..", "shared");
        Path file = root.resolve(relative);
        Assumptions.assumeTrue(
                Files.exists(file),
                () -> "no reference data at " + file.toAbsolutePath().normalize());
        return file;
    }
}
