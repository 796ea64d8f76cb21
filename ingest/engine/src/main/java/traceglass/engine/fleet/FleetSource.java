package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Path;

/// A trace that is to be imported.
///
/// @param path an absolute path, or `ARCHIVE!ENTRY`
/// @param bytes size of the file
/// @param modifiedMs time of its last change, in milliseconds since 1970
/// @param content its file
record FleetSource(String path, long bytes, long modifiedMs, Content content) {

    /// Where the content is.
    interface Content {

        /// Returns the file, which may be a copy.
        ///
        /// @param scratch a folder for a copy
        Path file(Path scratch) throws IOException;

        /// Closes what is open for this and other traces of the same archive.
        default void release() throws IOException {}
    }
}
