package traceglass.ingest.open;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.source.TraceWalk;
import traceglass.store.database.ReadingOptions;
import traceglass.store.table.TraceStorage;

/// Imports the beginning of a large trace as if it were the whole trace, to have something to show before the
/// full import provides its first events. The order of a Perfetto trace's events is final only after two
/// flushes, often 50 MB into the file; for JSON, at the end of the file. Reading the beginning takes a tenth of
/// a second, and it warms up code that the full import uses as well.
///
/// The result approximates the full import: ids may differ, and states and slices end where the bytes end.
public final class TracePreview {

    private TracePreview() {}

    /// Reads the beginning of a trace of more than 24 MB, or 8 MB if it is compressed, on the calling thread.
    ///
    /// @return the tables; empty for smaller traces, for archives, and if the beginning cannot be imported (the
    ///     full import reports the reason)
    /// @throws ImportCanceled if the import was canceled
    public static Optional<TraceStorage> read(Path path, ReadingOptions options, ImportProgress progress) {
        try {
            TraceFolders.TraceFiles files = TraceFolders.find(path, options);
            Path file = files.main();
            OptionalLong bytes = TraceWalk.previewBytes(file);
            if (bytes.isEmpty() || !files.all().isEmpty()) {
                return Optional.empty();
            }
            TraceStorage storage = new TraceStorage();
            TraceFileReader reading = TraceFileReader.open(file, storage, new ImportProgress(), options);
            reading.readStart(bytes.getAsLong());
            progress.check();
            reading.finish();
            progress.check();
            return Optional.of(storage);
        } catch (ImportCanceled e) {
            throw e;
        } catch (IOException | TraceProblem | RuntimeException e) {
            System.getLogger(TracePreview.class.getName()).log(System.Logger.Level.DEBUG, "can't preview " + path, e);
            return Optional.empty();
        }
    }
}
