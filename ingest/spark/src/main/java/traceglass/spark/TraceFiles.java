package traceglass.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.source.FleetLabels;

/// Lists traces in any file system that Hadoop supports.
final class TraceFiles {

    /// Characters with a meaning in patterns.
    private static final Pattern SPECIAL = Pattern.compile("[*?\\[{\\\\]");

    private TraceFiles() {}

    /// Finds the traces of a data frame, ordered by path.
    ///
    /// @throws IllegalArgumentException if there are none
    static List<SourceTrace> find(SourceOptions options) {
        FleetLabels labels = FleetLabels.of(null, options.pattern());
        Map<String, FileStatus> files = new TreeMap<>();
        List<SourceTrace> all = new ArrayList<>();
        try {
            for (String path : options.paths()) {
                find(path, options.hadoop(), files, all);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (FileStatus file : files.values()) {
            String uri = file.getPath().toString();
            all.add(new SourceTrace(
                    all.size() + 1L,
                    uri,
                    uri,
                    file.getPath().getName(),
                    file.getLen(),
                    false,
                    new TreeMap<>(labels.of(uri))));
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("No traces at " + String.join(", ", options.paths()));
        }
        return all;
    }

    /// Finds files.
    ///
    /// @param path a file, a folder or a pattern
    /// @throws IOException if the files can't be listed, or the path is a fleet
    static List<FileStatus> find(String path, Configuration hadoop) throws IOException {
        Map<String, FileStatus> files = new TreeMap<>();
        List<SourceTrace> fleetTraces = new ArrayList<>();
        find(path, hadoop, files, fleetTraces);
        if (!fleetTraces.isEmpty()) {
            throw new IOException("is a fleet; import the files from which its traces were imported");
        }
        return List.copyOf(files.values());
    }

    private static void find(
            String path, Configuration hadoop, Map<String, FileStatus> files, List<SourceTrace> fleetTraces)
            throws IOException {
        Path pattern = new Path(path);
        FileSystem system = pattern.getFileSystem(hadoop);
        for (FileStatus file : matches(system, pattern)) {
            java.nio.file.Path local = LocalTrace.localPath(file.getPath(), hadoop);
            if (local != null && file.isDirectory() && Fleet.isFleet(local)) {
                Fleet fleet = Fleet.open(local);
                addFleet(RemoteFleet.traces(fleet), id -> fleet.file(id).toUri().toString(), fleetTraces);
            } else if (local == null && RemoteFleet.isFleet(system, file)) {
                Path traces = new Path(file.getPath(), Fleet.TRACES);
                addFleet(
                        RemoteFleet.traces(system, file.getPath()),
                        id -> new Path(traces, id + ".json").toString(),
                        fleetTraces);
            } else {
                add(system, file, files, hadoop);
            }
        }
    }

    /// Returns the file or folder with exactly this path, or those that match it as a pattern.
    private static FileStatus[] matches(FileSystem system, Path pattern) throws IOException {
        if (SPECIAL.matcher(pattern.toUri().getPath()).find()) {
            try {
                return new FileStatus[] {system.getFileStatus(pattern)};
            } catch (FileNotFoundException e) {
                // It is a pattern.
            }
        }
        FileStatus[] found = system.globStatus(pattern);
        return found == null ? new FileStatus[0] : found;
    }

    /// Adds a file, a folder on this machine that is one trace, or the files below a folder.
    private static void add(FileSystem system, FileStatus file, Map<String, FileStatus> files, Configuration hadoop)
            throws IOException {
        if (!file.isDirectory()) {
            files.put(file.getPath().toString(), file);
            return;
        }
        java.nio.file.Path local = LocalTrace.localPath(file.getPath(), hadoop);
        OptionalLong bytes = local != null ? Fleet.sizeOfTraceFolder(local) : OptionalLong.empty();
        if (bytes.isPresent()) {
            files.put(
                    file.getPath().toString(),
                    new FileStatus(bytes.getAsLong(), true, 1, 0, file.getModificationTime(), file.getPath()));
            return;
        }
        for (FileStatus below : system.listStatus(file.getPath())) {
            String name = below.getPath().getName();
            if (!name.startsWith(".") && !name.startsWith("_")) {
                add(system, below, files, hadoop);
            }
        }
    }

    private static void addFleet(List<FleetTrace> traces, LongFunction<String> uri, List<SourceTrace> all) {
        for (FleetTrace trace : traces) {
            all.add(new SourceTrace(
                    trace.id(),
                    uri.apply(trace.id()),
                    trace.path(),
                    trace.name(),
                    trace.bytes(),
                    true,
                    new TreeMap<>(trace.labels())));
        }
    }
}
