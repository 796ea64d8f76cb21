package traceglass.ingest.plugin;

import java.nio.file.Path;
import java.util.List;

/// A jar in the folder of the user's importers.
///
/// @param sha256 SHA-256 digest of the content in hexadecimal, to which the decision refers; empty if the file
///     can't be read
/// @param classes class names of the importers in the jar
/// @param problem why the jar can't be used; empty if it can
public record ImporterJar(Path file, String sha256, State state, List<String> classes, String problem) {

    /// Whether the code in a jar may run.
    public enum State {
        /// The user has not decided yet.
        NEW,
        ALLOWED,
        REFUSED,
        /// The jar is damaged or contains no importer.
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
