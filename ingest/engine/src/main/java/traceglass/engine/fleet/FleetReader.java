package traceglass.engine.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;

/// Passes the traces of an import to processes that read them, such as those of a cluster. They see the folder of the
/// fleet under the same path. The importer itself chooses the traces, and adds them to the fleet once they are read.
public interface FleetReader {

    /// A file.
    ///
    /// @param path its URI
    /// @param modifiedMs time of its last change, in milliseconds since 1970
    record Found(String path, long bytes, long modifiedMs) {}

    /// Finds the files of a URI, which may be a folder or a pattern.
    ///
    /// @param uri such as `s3a://bucket/runs/*.pftrace`
    List<Found> find(String uri) throws IOException;

    /// Has a trace read by [Task#run]. Called by several threads at once.
    ///
    /// @throws IOException if no process could read it
    Outcome read(Task task) throws IOException, InterruptedException;

    /// How a trace is read, apart from its content.
    interface Opener {

        /// Returns the local file of a trace, which may be a copy.
        ///
        /// @param scratch an empty folder for a copy
        Path open(String path, Path scratch) throws IOException;
    }

    /// Result of a task.
    ///
    /// @param folder name of the folder below that of the task that has the tables; empty if the trace failed
    /// @param facts about the trace, as JSON; empty if it failed
    /// @param failure why it failed, or null
    record Outcome(String folder, String facts, @Nullable String failure) implements Serializable {}

    /// A trace to read.
    ///
    /// @param id number that the trace will have in the fleet
    /// @param path of the trace, as in [FleetTrace#path]
    /// @param folder path of the folder for its tables
    record Task(long id, String path, long bytes, long modifiedMs, String folder) implements Serializable {

        private static final int HASHED_AT_ONCE = 1 << 16;

        static Task of(FleetSource source, long id, Path folder) {
            return new Task(id, source.path(), source.bytes(), source.modifiedMs(), folder.toString());
        }

        /// Reads the trace. Each attempt writes to a folder of its own, so that an abandoned one disturbs
        /// no other.
        ///
        /// @param opener for paths that are URIs
        /// @param memoryLimit bytes of memory for its database
        @SuppressWarnings(
                "IllegalCatch") // Whatever is wrong with one trace is told, not thrown: no other attempt helps.
        public Outcome run(Opener opener, long memoryLimit) throws IOException {
            Path attempt = Files.createDirectory(Path.of(folder).resolve("attempt-" + UUID.randomUUID()));
            String reason;
            try {
                Path scratch = Files.createDirectory(attempt.resolve("scratch"));
                Path file = path.contains(":/")
                        ? opener.open(path, scratch)
                        : FleetSources.content(path).file(scratch);
                FleetTrace trace = read(
                        file,
                        digest(file),
                        attempt,
                        StoreOptions.uncached().withMemoryLimit(memoryLimit).withThreads(1),
                        new ModuleLibrary(List.of()),
                        new ImportProgress());
                StoreDatabase.deleteTree(scratch);
                return new Outcome(attempt.getFileName().toString(), FleetTraceFile.json(trace), null);
            } catch (OutOfMemoryError e) {
                reason = "there is not enough memory to read it";
            } catch (IOException | TraceProblem | EngineException e) {
                reason = String.valueOf(e.getMessage());
            } catch (RuntimeException | Error e) {
                reason = e.toString();
            }
            StoreDatabase.deleteTree(attempt);
            return new Outcome("", "", reason);
        }

        /// Imports the trace and writes its tables.
        ///
        /// @return its facts, without labels
        FleetTrace read(
                Path file, String digest, Path into, StoreOptions store, ModuleLibrary library, ImportProgress progress)
                throws TraceProblem, IOException {
            try (TraceStore trace =
                    TraceOpener.openLate(file, store, progress, _ -> {}).store()) {
                List<ParquetFile> tables = trace.writeParquet(id, into);
                FleetFacts facts = FleetFacts.of(trace, library);
                return new FleetTrace(
                        id,
                        path,
                        bytes,
                        modifiedMs,
                        digest,
                        facts.format(),
                        trace.bounds().start(),
                        trace.bounds().end() - trace.bounds().start(),
                        facts.device(),
                        facts.build(),
                        facts.problems(),
                        tables.stream()
                                .collect(Collectors.toMap(t -> ParquetFile.publicName(t.table()), ParquetFile::rows)),
                        Map.of());
            }
        }

        /// Returns the SHA-256 digest of a file in hexadecimal digits.
        static String digest(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                byte[] buffer = new byte[HASHED_AT_ONCE];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    digest.update(buffer, 0, count);
                }
                return HexFormat.of().formatHex(digest.digest());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
