package traceglass.app.testing;

import java.nio.file.Path;
import traceglass.store.testing.SharedData;

/// Access to recorded traces stored outside the repository.
public final class SharedTestTrace {

    private SharedTestTrace() {}

    /// Returns a trace by its path below the folder of traces; skips the running test if it is missing.
    public static Path require(String relative) {
        return SharedData.file("traces/" + relative);
    }
}
