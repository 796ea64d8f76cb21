package traceglass.app.testing;

import java.nio.file.Path;
import traceglass.store.testing.SharedData;

/// The recorded traces beside the repository.
public final class SharedTrace {

    private SharedTrace() {}

    /// A trace by its place below the folder of traces; the running test is skipped when it is not there.
    public static Path need(String relative) {
        return SharedData.file("traces/" + relative);
    }
}
