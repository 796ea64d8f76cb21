package traceglass.engine.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FleetSource;
import traceglass.engine.fleet.source.TraceProperties;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;

/// Distributes the traces of an import to other processes that read them, for example in a cluster. The folder of the
/// fleet must have the same path for these processes. The importer selects the traces and adds them to the fleet after
/// they have been read.
public interface FleetReader {

    /// A found file.
    ///
    /// @param path URI of the file
    /// @param bytes size of the file
    /// @param modifiedMs modification time in ms since the epoch
    record Found(String path, long bytes, long modifiedMs) {}

    /// Finds the files of a URI, which can be a folder or a pattern.
    ///
    /// @param uri URI, such as `s3a://bucket/runs/*.pftrace`
    List<Found> find(String uri) throws IOException;

    /// Runs a task in another process with [Task#run] and waits for its result. Called by several threads
    /// concurrently.
    ///
    /// @throws IOException if no process could run the task
    Outcome read(Task task) throws IOException, InterruptedException;

    /// Opens traces whose paths are URIs.
    interface Opener {

        /// Returns the local file of a trace, which can be a copy.
        ///
        /// @param scratch an empty folder for a copy
        Path open(String path, Path scratch) throws IOException;
    }

    /// Result of a task.
    ///
    /// @param folder name of the folder with the tables, inside the folder of the task; empty if the trace failed
    /// @param properties properties of the trace as JSON; empty if it failed
    /// @param failure reason of the failure, or null
    record Outcome(
            String folder, String properties, @Nullable String failure) implements Serializable {}

    /// A trace to read.
    ///
    /// @param id id that the trace will have in the fleet
    /// @param path path of the trace, as in [FleetTrace#path]
    /// @param folder path of the folder for its tables
    record Task(long id, String path, long bytes, long modifiedMs, String folder) implements Serializable {

        private static final String METADATA =
                "SELECT name, coalesce(str_value, CAST(int_value AS TEXT)) FROM metadata ORDER BY id DESC;";
        private static final String PROBLEMS = """
                SELECT name, sum(value) FROM stats
                WHERE severity IN ('error', 'data_loss') AND value > 0 GROUP BY name ORDER BY name;\
                """;

        private static final int HASH_BUFFER_BYTES = 1 << 16;

        static Task of(FleetSource source, long id, Path folder) {
            return new Task(id, source.path(), source.bytes(), source.modifiedMs(), folder.toString());
        }

        /// Reads the trace. Each attempt writes to a separate folder, so that an abandoned attempt does not
        /// interfere with another one.
        ///
        /// @param opener opens paths that are URIs
        /// @param memoryLimit memory limit of the database in bytes
        @SuppressWarnings(
                "IllegalCatch") // Failures of a trace are returned, not thrown, because a retry would not help.
        public Outcome run(Opener opener, long memoryLimit) throws IOException {
            Path attempt = Files.createDirectory(Path.of(folder).resolve("attempt-" + UUID.randomUUID()));
            String reason;
            try {
                Path scratch = Files.createDirectory(attempt.resolve("scratch"));
                Path file = path.contains(":/")
                        ? opener.open(path, scratch)
                        : FleetSources.content(path).file(scratch);
                requireContent(file);
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
                reason = "there is not enough memory to read the trace";
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
        /// @return properties of the trace, without labels
        FleetTrace read(
                Path file, String digest, Path into, StoreOptions store, ModuleLibrary library, ImportProgress progress)
                throws TraceProblem, IOException {
            try (TraceStore trace =
                    TraceOpener.openLazily(file, store, progress, _ -> {}).store()) {
                List<ParquetFile> tables = trace.writeParquet(id, into);
                TraceProperties properties = properties(trace, library);
                return new FleetTrace(
                        id,
                        path,
                        bytes,
                        modifiedMs,
                        digest,
                        properties.format(),
                        trace.bounds().start(),
                        trace.bounds().end() - trace.bounds().start(),
                        properties.device(),
                        properties.build(),
                        properties.problems(),
                        tables.stream()
                                .collect(Collectors.toMap(t -> ParquetFile.publicName(t.table()), ParquetFile::rows)),
                        Map.of());
            }
        }

        private static TraceProperties properties(TraceStore store, ModuleLibrary library) {
            Map<String, String> metadata = new HashMap<>();
            Map<String, Long> problems = new TreeMap<>();
            try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, library)) {
                session.run(METADATA, cursor -> {
                    while (cursor.next()) {
                        String value = cursor.getString(1);
                        if (value != null) {
                            // If there are several values, the first one is used.
                            metadata.put(cursor.getString(0), value);
                        }
                    }
                });
                session.run(PROBLEMS, cursor -> {
                    while (cursor.next()) {
                        problems.put(cursor.getString(0), Math.round(cursor.getDouble(1)));
                    }
                });
            } catch (SqlProblem | QueryException e) {
                throw new EngineException(e.getMessage(), e);
            }
            return TraceProperties.of(metadata, problems);
        }

        /// Checks that a file has content: an empty one is a failed recording, not a trace without events.
        static void requireContent(Path file) throws TraceProblem, IOException {
            if (Files.isRegularFile(file) && Files.size(file) == 0) {
                throw new TraceProblem(file.getFileName() + " is empty (0 bytes)");
            }
        }

        /// Returns the SHA-256 digest of a file, or of the names and contents of the files of a folder, in hexadecimal
        /// notation.
        static String digest(Path file) throws IOException {
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                if (Files.isDirectory(file)) {
                    try (Stream<Path> files = Files.walk(file)) {
                        for (Path part :
                                files.filter(Files::isRegularFile).sorted().toList()) {
                            digest.update(file.relativize(part).toString().getBytes(StandardCharsets.UTF_8));
                            update(digest, part);
                        }
                    }
                } else {
                    update(digest, file);
                }
                return HexFormat.of().formatHex(digest.digest());
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void update(MessageDigest digest, Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file)) {
                byte[] buffer = new byte[HASH_BUFFER_BYTES];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    digest.update(buffer, 0, count);
                }
            }
        }
    }
}
