package traceglass.ingest.open;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceProblem;
import traceglass.store.database.ReadingOptions;

/// Folders that as a whole are a trace. Such a folder is read, and cached, by its main file.
final class TraceFolders {

    private TraceFolders() {}

    /// Returns the file to read for a path: the path itself, or the main file of a folder that is a trace.
    ///
    /// @throws TraceProblem if the path is another folder
    static Path mainFile(Path path, ReadingOptions reading) throws TraceProblem {
        if (!Files.isDirectory(path)) {
            return path;
        }
        try {
            for (Importer i : Importers.of(reading).all()) {
                Path main = i.mainFile(path);
                if (main != null && Files.isRegularFile(main)) {
                    return main;
                }
            }
        } catch (IOException e) {
            throw new TraceProblem(path + " can't be read: " + e.getMessage(), e);
        }
        throw new TraceProblem(path + " is a folder; choose a trace file in it");
    }
}
