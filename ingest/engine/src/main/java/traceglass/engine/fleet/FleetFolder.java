package traceglass.engine.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FileReason;
import traceglass.ingest.open.FleetMember;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.text.Json;

/// The files of a fleet. See [FleetMember] for their layout.
final class FleetFolder {

    /// Changes when older fleets can no longer be read.
    private static final String FORMAT = "1." + StoreSchema.FORMAT;

    private static final String FORMAT_KEY = "traceglass_fleet";
    private static final String NEXT_KEY = "next_trace_id";
    private static final String LOCK = ".lock";
    private static final String PARTIAL = ".partial";
    private static final String DAMAGED = " is damaged; import the traces into a new fleet";

    private final Path folder;

    private FleetFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /// Creates an empty fleet, or opens the existing one.
    static FleetFolder create(Path folder) {
        FleetFolder fleet = new FleetFolder(folder);
        try {
            if (Files.exists(fleet.manifest())) {
                return open(folder);
            }
            if (Files.exists(folder)) {
                if (!Files.isDirectory(folder)) {
                    throw new EngineException(folder + " is a file; a fleet is a folder", null);
                }
                try (Stream<Path> files = Files.list(folder)) {
                    if (files.anyMatch(f -> !isLeftover(f.getFileName().toString()))) {
                        throw new EngineException(
                                folder + " is neither empty nor a fleet; choose another folder", null);
                    }
                }
            }
            Files.createDirectories(fleet.traces());
            Files.createDirectories(fleet.tables());
            fleet.writeManifest(1);
            return fleet;
        } catch (IOException e) {
            throw new EngineException("The fleet " + folder + " can't be created: " + FileReason.reason(e), e);
        }
    }

    /// Returns whether a file can be left over from an interrupted creation of a fleet.
    private static boolean isLeftover(String name) {
        return name.startsWith(".")
                || name.equals(FleetMember.TRACES)
                || name.equals(FleetMember.TABLES)
                || name.equals(FleetMember.FLEET_FILE + PARTIAL);
    }

    static FleetFolder open(Path folder) {
        FleetFolder fleet = new FleetFolder(folder);
        if (!Files.isRegularFile(fleet.manifest())) {
            throw new EngineException(
                    Files.exists(folder) ? folder + " is not a fleet" : "The fleet " + folder + " does not exist",
                    null);
        }
        checkFormat(folder.toString(), fleet.readManifest());
        return fleet;
    }

    private static void checkFormat(String folder, Map<?, ?> manifest) {
        Object format = manifest.get(FORMAT_KEY);
        if (!FORMAT.equals(format)) {
            throw new EngineException(
                    "The fleet " + folder + " was created by another version of Traceglass (its format is " + format
                            + ", this version reads " + FORMAT + "); import its traces into a new fleet",
                    null);
        }
    }

    /// Checks that a fleet has the format of this version.
    ///
    /// @param manifest its file [FleetMember#FLEET_FILE]
    static void checkFormat(String folder, InputStream manifest) {
        checkFormat(folder, parseManifest(folder + "/" + FleetMember.FLEET_FILE, manifest));
    }

    static boolean isFleet(Path folder) {
        return Files.isRegularFile(folder.resolve(FleetMember.FLEET_FILE));
    }

    Path path() {
        return folder;
    }

    private Path manifest() {
        return folder.resolve(FleetMember.FLEET_FILE);
    }

    Path traces() {
        return folder.resolve(FleetMember.TRACES);
    }

    Path tables() {
        return folder.resolve(FleetMember.TABLES);
    }

    private Map<?, ?> readManifest() {
        try (InputStream in = Files.newInputStream(manifest())) {
            return parseManifest(manifest().toString(), in);
        } catch (IOException e) {
            throw new EngineException(manifest() + " can't be read: " + FileReason.reason(e), e);
        }
    }

    private static Map<?, ?> parseManifest(String file, InputStream content) {
        try {
            if (Json.read(FleetMember.readJson(content)) instanceof Map<?, ?> map) {
                return map;
            }
            throw new EngineException(file + DAMAGED, null);
        } catch (IOException e) {
            throw new EngineException(file + " can't be read: " + FileReason.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw new EngineException(file + DAMAGED, e);
        }
    }

    private void writeManifest(long next) throws IOException {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put(FORMAT_KEY, FORMAT);
        content.put(NEXT_KEY, next);
        Path partial = folder.resolve(FleetMember.FLEET_FILE + PARTIAL);
        Files.writeString(partial, Json.spaced(out -> Json.write(content, out)) + "\n");
        Files.move(partial, manifest(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Reads the properties of all complete traces, ordered by id.
    ///
    /// @param damaged receives the files that can't be read
    List<FleetTrace> readTraces(List<FleetFailure> damaged) {
        return readTraces(damaged, null, _ -> {});
    }

    /// Reads the properties of all complete traces like [#readTraces(List)].
    ///
    /// @param listener receives the number of traces that were read; null for none
    /// @param each receives each trace as it is read, ordered by id
    List<FleetTrace> readTraces(
            List<FleetFailure> damaged, @Nullable FleetProgress listener, Consumer<FleetTrace> each) {
        List<Path> files;
        try (Stream<Path> all = Files.list(traces())) {
            files = all.filter(FleetMember::hasMemberName).toList();
        } catch (IOException e) {
            throw new EngineException("The fleet " + folder + " can't be read: " + FileReason.reason(e), e);
        }
        return FleetTraceFile.readAll(files, damaged, listener, each);
    }

    Path traceFile(long id) {
        return FleetMember.file(folder, id);
    }

    Path tableFile(String table, long id) {
        return FleetMember.table(folder, table, id);
    }

    /// Changes the fleet. Holds its lock, which only one program can have at a time.
    final class Writer implements AutoCloseable {

        private final FileChannel channel;
        private long next;
        private boolean isRemoved;

        private Writer(FileChannel channel) {
            this.channel = channel;
            next = readManifest().get(NEXT_KEY) instanceof Long number ? number : 1;
            for (FleetTrace trace : readTraces(new ArrayList<>())) {
                next = Math.max(next, trace.id() + 1);
            }
        }

        synchronized long newId() {
            return next++;
        }

        /// Creates an empty folder for the tables of a trace.
        Path newPartial(long id) throws IOException {
            return Files.createDirectory(folder.resolve(PARTIAL + "-" + id));
        }

        /// Makes a trace visible. Its tables are in a folder, as `NAME.parquet`. The file with its properties
        /// is written last.
        void publish(FleetTrace trace, Path partial) throws IOException {
            for (String table : trace.rows().keySet()) {
                Path target = tableFile(table, trace.id());
                Files.createDirectories(target.getParent());
                Files.move(partial.resolve(table + ".parquet"), target, StandardCopyOption.ATOMIC_MOVE);
            }
            FleetTraceFile.write(traceFile(trace.id()), trace);
        }

        /// Removes a trace and all its tables, including tables that queries have added.
        void remove(long id) throws IOException {
            Files.deleteIfExists(traceFile(id));
            for (Path derived : derived()) {
                Files.deleteIfExists(derived.resolve(id + ".parquet"));
            }
            try (Stream<Path> tables = Files.list(tables())) {
                for (Path table : (Iterable<Path>) tables.filter(Files::isDirectory)::iterator) {
                    Files.deleteIfExists(table.resolve(id + ".parquet"));
                }
            }
        }

        @Override
        public void close() {
            try (channel) {
                if (!isRemoved) {
                    writeManifest(next);
                }
            } catch (IOException e) {
                // Ids continue after the largest existing one.
            }
        }
    }

    /// Acquires the lock for changing the fleet, and removes files left by killed programs.
    ///
    /// @throws EngineException if another program holds the lock
    Writer openWriter() {
        FileChannel channel = null;
        Writer writer = null;
        try {
            channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                throw new EngineException("Another program is changing the fleet " + folder, null);
            }
            removeLeftovers();
            writer = new Writer(channel);
            return writer;
        } catch (IOException e) {
            throw new EngineException("The fleet " + folder + " can't be changed: " + FileReason.reason(e), e);
        } finally {
            if (writer == null && channel != null) {
                close(channel);
            }
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Ignore the failure: nothing was written to the file.
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private void removeLeftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(f -> f.getFileName().toString().startsWith(PARTIAL)).forEach(StoreDatabase::deleteTree);
        }
        for (Path orphan : orphans()) {
            Files.deleteIfExists(orphan);
        }
    }

    /// Removes the files of a fleet that contains no trace, not even a damaged one. Keeps all other files.
    ///
    /// @param removesFolder whether to also remove the folder, if it is then empty
    /// @throws EngineException if another program is changing the fleet
    void removeIfEmpty(boolean removesFolder) throws IOException {
        try (Writer writer = openWriter();
                Stream<Path> files = Files.list(traces())) {
            if (files.findAny().isPresent()) {
                return;
            }
            writer.isRemoved = true;
            for (Path part : List.of(manifest(), FailureFile.in(folder), traces(), tables())) {
                Files.deleteIfExists(part);
            }
        }
        Files.deleteIfExists(folder.resolve(LOCK));
        if (removesFolder) {
            Files.deleteIfExists(folder);
        }
    }

    /// Returns table files of incomplete traces.
    List<Path> orphans() throws IOException {
        Set<String> complete = new HashSet<>();
        try (Stream<Path> files = Files.list(traces())) {
            files.filter(FleetMember::hasMemberName)
                    .map(f -> f.getFileName().toString().replace(".json", ".parquet"))
                    .forEach(complete::add);
        }
        List<Path> orphans = new ArrayList<>();
        for (String table : tableNames()) {
            try (Stream<Path> files = Files.list(tables().resolve(table))) {
                files.filter(f -> !complete.contains(f.getFileName().toString()))
                        .forEach(orphans::add);
            }
        }
        return orphans;
    }

    /// Returns the folders of tables that queries have computed.
    private List<Path> derived() throws IOException {
        Path all = folder.resolve(FleetViews.DERIVED);
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.walk(all, 2)) {
            return folders.filter(f ->
                            f.getParent() != null && all.equals(f.getParent().getParent()) && Files.isDirectory(f))
                    .toList();
        }
    }

    /// Returns the names of all tables of all traces.
    Set<String> tableNames() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(tables())) {
            files.filter(Files::isDirectory)
                    .forEach(f -> names.add(f.getFileName().toString()));
        }
        return names;
    }
}
