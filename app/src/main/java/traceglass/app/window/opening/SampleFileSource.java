package traceglass.app.window.opening;

import java.io.IOException;
import java.nio.file.Path;

/// Provides the path of the built-in sample trace.
public interface SampleFileSource {

    /// Returns the path of the sample trace.
    ///
    /// @throws IOException if it can't be extracted
    Path file() throws IOException;

    /// Returns whether the sample opens on its tour, see [traceglass.app.window.SampleTour].
    default boolean opensTour() {
        return false;
    }
}
