package traceglass.ingest.plugin;

import java.nio.file.Path;
import java.util.List;

/// A jar in the folder of the user's importers.
///
/// @param sha256 digest of its content in hexadecimal, by which it is allowed; empty if the file can't be read
/// @param classes names of the importers in it
/// @param problem why it can't be used; empty if it can
public record ImporterJar(Path file, String sha256, State state, List<String> classes, String problem) {

    /// Whether the code in a jar may run.
    public enum State {
        /// The user has not decided yet.
        NEW,
        ALLOWED,
        REFUSED,
        /// It is damaged or contains no importer.
        UNUSABLE
    }

    public ImporterJar {
        classes = List.copyOf(classes);
    }

    /// Returns the file name.
    public String name() {
        return file.getFileName().toString();
    }
}
