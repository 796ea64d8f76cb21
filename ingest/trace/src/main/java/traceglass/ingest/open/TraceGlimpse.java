package traceglass.ingest.open;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import traceglass.ingest.ImportCancelled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.source.TraceWalk;
import traceglass.store.table.TraceStorage;

/// The beginning of a large trace, read as if that were all of it: something to look at before the first events of the
/// whole can be given out. Events of a Perfetto trace are in order only after two flushes, often 50 MB, and those of
/// JSON at the end of the file. Reading the beginning takes a tenth of a second, and what is compiled and linked for it
/// need not be for the rest.
///
/// What is found is near to what the import finds, but not the same: ids may be others, and states and slices end where
/// the bytes do.
public final class TraceGlimpse {

    private TraceGlimpse() {}

    /// Reads the beginning of a trace of more than 24 MB, or 8 MB where it is compressed, on the calling thread.
    ///
    /// @return the tables; none for a smaller trace, for archives, and where nothing can be made of the beginning:
    ///     whoever reads all of it says why
    /// @throws ImportCancelled when that was asked for
    public static Optional<TraceStorage> read(Path file, ImportProgress progress) {
        try {
            OptionalLong bytes = TraceWalk.glimpse(file);
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            TraceStorage storage = new TraceStorage();
            TraceReading reading = TraceReading.open(file, storage, new ImportProgress());
            reading.readStart(bytes.getAsLong());
            progress.check();
            reading.finish();
            progress.check();
            return Optional.of(storage);
        } catch (ImportCancelled e) {
            throw e;
        } catch (IOException | TraceProblem | RuntimeException e) {
            System.getLogger(TraceGlimpse.class.getName()).log(System.Logger.Level.DEBUG, "no glimpse of " + file, e);
            return Optional.empty();
        }
    }
}
