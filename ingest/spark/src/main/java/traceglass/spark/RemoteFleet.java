package traceglass.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetTrace;

/// A fleet in a file system that is not local, such as HDFS or S3. To read one of its traces, a task copies the files
/// of this trace into a local folder with the layout of a fleet.
final class RemoteFleet {

    /// Number of files to read at the same time; reading from an object store is mostly waiting.
    private static final int THREADS = 16;

    private RemoteFleet() {}

    /// Returns whether a folder is a fleet.
    static boolean isFleet(FileSystem system, FileStatus folder) throws IOException {
        return folder.isDirectory() && system.exists(new Path(folder.getPath(), Fleet.FILE));
    }

    /// Reads the properties of all traces, ordered by id.
    static List<FleetTrace> traces(FileSystem system, Path folder) throws IOException {
        try (InputStream manifest = system.open(new Path(folder, Fleet.FILE))) {
            Fleet.checkFormat(folder.toString(), manifest);
        }
        List<Properties> files = new ArrayList<>();
        for (FileStatus file : system.listStatus(new Path(folder, Fleet.TRACES))) {
            if (Fleet.isTraceFile(java.nio.file.Path.of(file.getPath().getName()))) {
                files.add(new Properties(system, file.getPath()));
            }
        }
        return Fleet.read(files, THREADS, RemoteFleet::fail);
    }

    /// Reads the properties of all traces of a fleet on this machine.
    ///
    /// @throws EngineException if the file of a trace can't be read
    static List<FleetTrace> traces(Fleet fleet) {
        List<FleetFailure> damaged = new ArrayList<>();
        List<FleetTrace> traces = fleet.readableTraces(damaged);
        damaged.forEach(RemoteFleet::fail);
        return traces;
    }

    private static void fail(FleetFailure failure) {
        throw new EngineException(failure.path() + " " + failure.reason(), null);
    }

    /// JSON file of a trace.
    private record Properties(FileSystem system, Path file) implements Fleet.TraceFile {

        @Override
        public long id() {
            return Fleet.traceId(file.getName());
        }

        @Override
        public String path() {
            return file.toString();
        }

        @Override
        public InputStream open() throws IOException {
            return system.open(file);
        }
    }

    /// Runs tasks at the same time. If one fails, the others end before the exception is thrown.
    private static <T> List<T> runAll(List<? extends Callable<T>> tasks, Path trace) throws IOException {
        try (ExecutorService threads = Executors.newFixedThreadPool(
                Math.min(THREADS, Math.max(1, tasks.size())),
                Thread.ofPlatform().daemon().name("fleet reading").factory())) {
            try {
                List<T> results = new ArrayList<>();
                for (Future<T> result : tasks.stream().map(threads::submit).toList()) {
                    results.add(result.get());
                }
                return results;
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException problem ? problem : new IOException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Reading " + trace + " was interrupted", e);
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /// A file of a trace.
    ///
    /// @param table display name of the table that it contains; empty for the JSON file
    record Part(FileStatus file, String table) {

        /// Returns the path to which the file is copied.
        ///
        /// @param fleet local folder
        private java.nio.file.Path target(java.nio.file.Path fleet, long traceId) {
            return table.isEmpty() ? Fleet.traceFile(fleet, traceId) : Fleet.tableFile(fleet, table, traceId);
        }
    }

    /// Returns the files of a trace: its JSON file, and those of its tables. Ignores names in the JSON file that are
    /// not names of tables, because they can contain a path to other files.
    ///
    /// @param trace JSON file of the trace
    static List<Part> files(Path trace, Configuration hadoop) throws IOException {
        FileSystem system = trace.getFileSystem(hadoop);
        Path fleet = trace.getParent().getParent();
        List<FleetTrace> read = Fleet.read(List.of(new Properties(system, trace)), 1, RemoteFleet::fail);
        if (read.isEmpty()) {
            throw new IOException(trace + " was removed from the fleet");
        }
        List<Callable<Optional<Part>>> parts = new ArrayList<>();
        parts.add(() -> Optional.of(new Part(system.getFileStatus(trace), "")));
        for (String table : Fleet.tables()) {
            if (read.getFirst().rows().containsKey(table)) {
                Path file = new Path(
                        fleet,
                        Fleet.TABLES + "/" + table + "/" + read.getFirst().id() + ".parquet");
                parts.add(() -> findPart(system, file, table));
            }
        }
        return runAll(parts, trace).stream().flatMap(Optional::stream).toList();
    }

    /// Returns a file of a table, or nothing if it is missing, which opening the copy reports.
    private static Optional<Part> findPart(FileSystem system, Path file, String table) throws IOException {
        try {
            return Optional.of(new Part(system.getFileStatus(file), table));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /// Copies the files of a trace into a local folder.
    ///
    /// @return the copy of the JSON file
    static java.nio.file.Path copy(Path trace, List<Part> files, java.nio.file.Path folder, Configuration hadoop)
            throws IOException {
        FileSystem system = trace.getFileSystem(hadoop);
        long id = Fleet.traceId(trace.getName());
        Files.createFile(folder.resolve(Fleet.FILE));
        List<Callable<Long>> copies = files.stream()
                .map(part -> (Callable<Long>) () -> copy(system, part.file().getPath(), part.target(folder, id)))
                .toList();
        runAll(copies, trace);
        return Fleet.traceFile(folder, id);
    }

    private static long copy(FileSystem system, Path file, java.nio.file.Path target) throws IOException {
        Files.createDirectories(target.getParent());
        try (InputStream in = system.open(file)) {
            return Files.copy(in, target);
        }
    }
}
