package traceglass.app.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folder in which is kept what a person made of each trace without saving it: a project file a trace, named by the
/// trace's fingerprint. Used off the JavaFX thread.
public final class SessionFiles {

    private static final int MOST = 300;

    private final Path folder;

    public SessionFiles(Path folder) {
        this.folder = folder;
    }

    /// Where the session of a trace is kept.
    public Path file(String fingerprint) {
        return folder.resolve(fingerprint + "." + ProjectFile.ENDING);
    }

    /// What was kept of a trace. A file that cannot be read, or that a newer version wrote, is put aside under
    /// another name, so that it is neither lost nor in the way.
    public Optional<ProjectFile> read(String fingerprint) {
        Path file = file(fingerprint);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            ProjectFile kept = ProjectFile.read(file);
            if (!kept.isNewer()) {
                return Optional.of(kept);
            }
        } catch (ProjectProblem e) {
            System.getLogger(SessionFiles.class.getName()).log(System.Logger.Level.WARNING, e.getMessage());
        }
        try {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".aside"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // Then it is overwritten.
        }
        return Optional.empty();
    }

    /// Removes the sessions that were changed longest ago, so that no more than a few hundred stay.
    public void trim() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        record Kept(Path file, long changed) {}
        List<Kept> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                all.add(new Kept(file, Files.getLastModifiedTime(file).toMillis()));
            }
            all.sort(Comparator.comparingLong(Kept::changed).reversed());
            for (Kept old : all.subList(Math.min(MOST, all.size()), all.size())) {
                Files.deleteIfExists(old.file);
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // Another time.
        }
    }
}
