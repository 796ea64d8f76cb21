package traceglass.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetTrace;

/// A fleet in a file system that is not local, such as HDFS or S3. To read one of its traces, a task copies the files
/// of this trace into a local folder with the layout of a fleet.
final class RemoteFleet {

    /// Number of files that are read at the same time, because reading from an object store is mostly waiting.
    private static final int THREADS = 16;

    private RemoteFleet() {}

    /// Returns whether a folder is a fleet.
    static boolean isFleet(FileSystem system, FileStatus folder) throws IOException {
        return folder.isDirectory() && system.exists(new Path(folder.getPath(), Fleet.FILE));
    }

    /// Reads the properties of all traces, ordered by id.
    static List<FleetTrace> traces(FileSystem system, Path folder) throws IOException {
        Fleet.checkFormat(folder.toString(), read(system, new Path(folder, Fleet.FILE)));
        List<Path> files = new ArrayList<>();
        for (FileStatus file : system.listStatus(new Path(folder, Fleet.TRACES))) {
            if (Fleet.isTraceFile(java.nio.file.Path.of(file.getPath().getName()))) {
                files.add(file.getPath());
            }
        }
        files.sort(Comparator.comparingLong(RemoteFleet::id));
        ExecutorService threads = Executors.newFixedThreadPool(
                THREADS, Thread.ofPlatform().daemon().name("fleet reading").factory());
        try {
            List<Future<Optional<FleetTrace>>> readings = files.stream()
                    .map(file -> threads.submit(() -> trace(system, file)))
                    .toList();
            List<FleetTrace> traces = new ArrayList<>();
            for (Future<Optional<FleetTrace>> reading : readings) {
                reading.get().ifPresent(traces::add);
            }
            return traces;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException problem ? problem : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Reading the fleet " + folder + " was interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    /// Returns a trace, or nothing if it was removed after its file was listed.
    private static Optional<FleetTrace> trace(FileSystem system, Path file) throws IOException {
        try {
            return Optional.of(FleetTrace.parse(id(file), new String(read(system, file), StandardCharsets.UTF_8)));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " can't be read: " + e.getMessage(), e);
        }
    }

    private static byte[] read(FileSystem system, Path file) throws IOException {
        try (InputStream in = system.open(file)) {
            return in.readAllBytes();
        }
    }

    private static long id(Path file) {
        String name = file.getName();
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    /// A file of a trace.
    ///
    /// @param table display name of the table that it contains; empty for the JSON file
    record Part(FileStatus file, String table) {

        /// Returns the file for a copy.
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
        List<Part> files = new ArrayList<>(List.of(new Part(system.getFileStatus(trace), "")));
        FleetTrace properties =
                trace(system, trace).orElseThrow(() -> new IOException(trace + " was removed from the fleet"));
        for (String table : Fleet.tables()) {
            if (properties.rows().containsKey(table)) {
                Path file = new Path(fleet, Fleet.TABLES + "/" + table + "/" + properties.id() + ".parquet");
                try {
                    files.add(new Part(system.getFileStatus(file), table));
                } catch (FileNotFoundException e) {
                    // Opening the copy reports the missing file.
                    continue;
                }
            }
        }
        return files;
    }

    /// Copies the files of a trace into a local folder.
    ///
    /// @return the copy of the JSON file
    static java.nio.file.Path copy(Path trace, List<Part> files, java.nio.file.Path folder, Configuration hadoop)
            throws IOException {
        FileSystem system = trace.getFileSystem(hadoop);
        Files.createFile(folder.resolve(Fleet.FILE));
        for (Part part : files) {
            java.nio.file.Path target = part.target(folder, id(trace));
            Files.createDirectories(target.getParent());
            try (InputStream in = system.open(part.file().getPath())) {
                Files.copy(in, target);
            }
        }
        return Fleet.traceFile(folder, id(trace));
    }
}
