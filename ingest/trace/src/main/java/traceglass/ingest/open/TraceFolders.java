package traceglass.ingest.open;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.source.FolderKinds;
import traceglass.store.database.ReadingOptions;

/// Folders that form a single trace: read from their main file, or like an archive of their files.
final class TraceFolders {

    /// Maximum number of file names that are inspected to describe a folder.
    private static final int MAX_NAMES = 1000;

    private TraceFolders() {}

    /// Files to read for a path.
    ///
    /// @param main the only file to read, or the first one
    /// @param all the files to read like the files of an archive; empty if only the main file is read
    record TraceFiles(Path main, List<Path> all) {}

    /// Returns the files to read for a path: the path itself, or files of a folder that is a trace.
    ///
    /// @throws TraceProblem if the path is a folder that is not a trace
    static TraceFiles find(Path path, ReadingOptions reading) throws TraceProblem {
        if (!Files.isDirectory(path)) {
            return new TraceFiles(path, List.of());
        }
        try {
            Optional<TraceFiles> found = search(path, Importers.of(reading));
            if (found.isPresent()) {
                return found.get();
            }
            throw new TraceProblem(
                    path + " " + FolderKinds.describe(names(path)).orElse("is a folder; choose a trace file in it"));
        } catch (IOException e) {
            throw new TraceProblem(path + " can't be read: " + e.getMessage(), e);
        }
    }

    /// Returns whether files of a folder, not only of its subfolders, form one trace.
    static boolean isTrace(Path folder, Importers importers) {
        try {
            return search(folder, importers)
                    .filter(files -> folder.equals(files.main.getParent())
                            || files.all.stream().anyMatch(f -> folder.equals(f.getParent())))
                    .isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<TraceFiles> search(Path folder, Importers importers) throws IOException {
        for (Importer i : importers.all()) {
            Path main = i.mainFile(folder);
            if (main != null && Files.isRegularFile(main)) {
                return Optional.of(new TraceFiles(main, List.of()));
            }
            List<Path> files = i.traceFiles(folder);
            if (!files.isEmpty()) {
                return Optional.of(new TraceFiles(files.getFirst(), List.copyOf(files)));
            }
        }
        return Optional.empty();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.limit(MAX_NAMES).map(f -> f.getFileName().toString()).toList();
        }
    }
}
