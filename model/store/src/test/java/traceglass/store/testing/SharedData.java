package traceglass.store.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Finds the reference data next to the repository. Tests that need it are skipped if it is missing.
public final class SharedData {

    private SharedData() {}

    /// Folder of reference data: `TRACEGLASS_SHARED`, or the nearest `shared` next to a parent of the working
    /// folder. May not exist.
    public static Path folder() {
        String named = System.getenv("TRACEGLASS_SHARED");
        if (named != null) {
            return Path.of(named);
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path at = start; at != null; at = at.getParent()) {
            Path shared = at.resolveSibling("shared");
            if (Files.isDirectory(shared.resolve("reference"))) {
                return shared;
            }
        }
        return start.resolve("shared");
    }

    /// Returns a file or folder of the reference data; skips the running test if it does not exist.
    public static Path file(String relative) {
        Path file = folder().resolve(relative);
        Assumptions.assumeTrue(Files.exists(file), () -> "no reference data at " + file);
        return file;
    }
}
