package traceglass.app.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import traceglass.convert.merge.MergeArchive;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;

/// Temporary archive of several traces, which opens as one timeline. It is deleted when the program ends, or before.
public final class TimelineArchive {

    private TimelineArchive() {}

    /// Writes the archive.
    ///
    /// @throws ConvertProblem if the traces can't share a timeline
    public static Path write(List<Path> traces, ImportProgress progress) throws IOException, ConvertProblem {
        Path folder = TemporaryFiles.deleteAtExit(TemporaryFiles.folder("timeline"));
        boolean isDone = false;
        try {
            Path archive = folder.resolve(name(traces));
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive))) {
                MergeArchive.writeTimeline(traces, out, progress);
            }
            isDone = true;
            return archive;
        } finally {
            if (!isDone) {
                StoreDatabase.deleteTree(folder);
            }
        }
    }

    /// Deletes an archive when its trace is closed. Returns immediately.
    public static void delete(Path archive) {
        Thread.ofPlatform()
                .daemon()
                .name("timeline removal")
                .start(() -> StoreDatabase.deleteTree(archive.toAbsolutePath().getParent()));
    }

    private static String name(List<Path> traces) {
        return traces.getFirst().getFileName() + " and " + (traces.size() - 1) + " more.tar";
    }
}
