package traceglass.engine.fleet.source;

import java.io.IOException;
import java.nio.file.Path;

/// A trace to import.
///
/// @param path an absolute path, or `ARCHIVE!ENTRY`
/// @param bytes size of the file
/// @param modifiedMs modification time in ms since the epoch
/// @param content access to its file
public record FleetSource(String path, long bytes, long modifiedMs, Content content) {

    /// Access to the content of a trace.
    public interface Content {

        /// Returns the file, which can be a copy.
        ///
        /// @param scratch a folder for a copy
        Path file(Path scratch) throws IOException;

        /// Closes resources that this trace shares with other traces of the same archive.
        default void release() throws IOException {}
    }
}
