package traceglass.app.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder of sessions, which hold the unsaved changes to each trace: one project file per trace, named after the
/// trace's fingerprint. Not used on the JavaFX thread.
public final class SessionFiles {

    private static final int MAX_FILES = 300;

    private final Path folder;

    public SessionFiles(Path folder) {
        this.folder = folder;
    }

    /// Returns the file of the session of a trace.
    public Path file(String fingerprint) {
        return folder.resolve(fingerprint + "." + ProjectFile.EXTENSION);
    }

    /// Reads the session of a trace. A file that can't be read or was written by a newer version is renamed, so
    /// that it is neither lost nor overwritten.
    public Optional<ProjectFile> read(String fingerprint) {
        Path file = file(fingerprint);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            ProjectFile saved = ProjectFile.read(file);
            if (!saved.isNewer()) {
                return Optional.of(saved);
            }
        } catch (ProjectProblem e) {
            System.getLogger(SessionFiles.class.getName()).log(System.Logger.Level.WARNING, e.getMessage());
        }
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + ".aside"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // The file keeps its name and will be overwritten.
        }
        return Optional.empty();
    }

    /// Removes the least recently changed sessions, so that at most a few hundred remain.
    public void trim() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        record SessionEntry(Path file, long changed) {}
        List<SessionEntry> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                all.add(new SessionEntry(file, Files.getLastModifiedTime(file).toMillis()));
            }
            all.sort(Comparator.comparingLong(SessionEntry::changed).reversed());
            for (SessionEntry old : all.subList(Math.min(MAX_FILES, all.size()), all.size())) {
                Files.deleteIfExists(old.file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Tried again the next time.
        }
    }
}
