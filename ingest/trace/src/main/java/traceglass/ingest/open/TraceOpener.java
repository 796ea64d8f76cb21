package traceglass.ingest.open;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.plugin.ImporterFailure;
import traceglass.ingest.sort.SortSpace;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.cache.AddedPackets;
import traceglass.store.database.RequestedTables;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Opens a trace file from its cache file if there is a valid one, otherwise by importing it.
public final class TraceOpener {

    private TraceOpener() {}

    /// An open trace and how it was opened. The caller closes the store.
    ///
    /// @param warnings warnings about the trace for the user, one sentence each
    public record Opened(TraceStore store, ImportReport report, List<String> warnings) {

        private static Opened of(TraceStore store, ImportReport report, Path file) throws IOException {
            List<String> warnings = new ArrayList<>();
            // An empty file is valid as a trace without events, but is probably not the file that the user meant to
            // open.
            if (Files.isRegularFile(file) && Files.size(file) == 0) {
                warnings.add(file.getFileName() + " is empty (0 bytes)");
            }
            store.warning().ifPresent(warnings::add);
            return new Opened(store, report, List.copyOf(warnings));
        }
    }

    /// Opens the file on the calling thread.
    ///
    /// @throws TraceProblem if the file cannot be used or the database cannot be written; the message is one
    ///     sentence for users
    /// @throws ImportCanceled after [ImportProgress#cancel]; no files are left behind
    public static Opened open(Path file, StoreOptions options, ImportProgress progress) throws TraceProblem {
        return open(file, options, progress, storage -> {});
    }

    /// Opens the file like [#open(Path, StoreOptions, ImportProgress)] and passes the storage to `live` before
    /// it is filled, so that its contents can be shown during the import. If the file has to be read again,
    /// `live` receives a new storage.
    public static Opened open(Path file, StoreOptions options, ImportProgress progress, Consumer<TraceStorage> live)
            throws TraceProblem {
        Opened opened = open(file, options, progress, live, StoreWriter::start);
        if (opened.store().isComplete()) {
            return opened;
        }
        long start = System.nanoTime();
        try {
            progress.check();
            opened.store().complete();
            return new Opened(
                    opened.store(), opened.report().with("load", seconds(start, System.nanoTime())), opened.warnings());
        } catch (StoreException e) {
            opened.store().close();
            throw new TraceProblem(e.getMessage(), e);
        } catch (ImportCanceled e) {
            opened.store().abandon();
            throw e;
        }
    }

    /// Opens the file like [#open(Path, StoreOptions, ImportProgress, Consumer)], but tables may be loaded into the
    /// database only when they are needed, see [TraceStore#lazyConnection].
    public static Opened openLazily(
            Path file, StoreOptions options, ImportProgress progress, Consumer<TraceStorage> live) throws TraceProblem {
        return open(file, options, progress, live, StoreWriter::startLazily);
    }

    /// Opens the file like [#openLazily(Path, StoreOptions, ImportProgress, Consumer)], but loads the tables that the
    /// given statements read during the import, so that the statements need not wait for them.
    ///
    /// @param sql statements that will be run
    public static Opened openFor(String sql, Path file, StoreOptions options, ImportProgress progress)
            throws TraceProblem {
        return open(
                file,
                options,
                progress,
                storage -> {},
                (storage, o, trace) -> StoreWriter.startLazily(storage, o, trace, () -> RequestedTables.of(sql)));
    }

    private interface WriterFactory {
        StoreWriter start(TraceStorage storage, StoreOptions options, Path trace);
    }

    /// Opens the file; if an importer from a jar fails, opens it again without the jars.
    private static Opened open(
            Path path,
            StoreOptions options,
            ImportProgress progress,
            Consumer<TraceStorage> live,
            WriterFactory writers)
            throws TraceProblem {
        try {
            return openOnce(path, options, progress, live, writers);
        } catch (ImporterFailure failure) {
            StoreOptions builtIn = options.withReading(options.reading().withoutImporters());
            try {
                Opened opened = openOnce(path, builtIn, progress, live, writers);
                List<String> warnings = new ArrayList<>(opened.warnings());
                warnings.addFirst(failure.getMessage() + " and was read without it");
                return new Opened(opened.store(), opened.report(), List.copyOf(warnings));
            } catch (TraceProblem e) {
                throw new TraceProblem(failure.getMessage() + "; without it: " + e.getMessage(), failure);
            }
        }
    }

    private static Opened openOnce(
            Path path,
            StoreOptions requested,
            ImportProgress progress,
            Consumer<TraceStorage> live,
            WriterFactory writers)
            throws TraceProblem {
        long start = System.nanoTime();
        Path file = TraceFolders.find(path, requested.reading()).main();
        TraceFileReader.checkReadable(file);
        StoreOptions options = requested.withReading(ImportVariant.of(file, requested.reading()));
        Optional<TraceStore> stored = openStored(path, file, options);
        if (stored.isPresent()) {
            return ofCache(
                    stored.get(),
                    new ImportReport(true, 0, 0, Map.of("open", seconds(start, System.nanoTime()))),
                    path);
        }
        TraceStorage storage = new TraceStorage();
        live.accept(storage);
        StoreWriter writer = writers.start(storage, options, path);
        boolean isDone = false;
        TraceFileReader reader = null;
        try {
            reader = TraceFileReader.open(path, storage, progress, options.reading());
            Map<String, Double> phases = readAll(path, reader, options, progress, start);
            long parsed = System.nanoTime();
            long rows = rows(storage);
            progress.setPhase("loading");
            progress.check();
            TraceStore store = writer.finishLazily();
            isDone = true;
            addLoading(phases, parsed, writer);
            return Opened.of(store, new ImportReport(false, reader.bytes(), rows, phases), path);
        } catch (StoreException e) {
            throw new TraceProblem(e.getMessage(), e);
        } catch (UncheckedIOException e) {
            // The loading threads have failed while the import continued; the failure surfaces when the import hands
            // over rows.
            throw new TraceProblem(
                    StoreException.of("can't import this trace", e.getCause()).getMessage(), e);
        } catch (IOException e) {
            throw new TraceProblem(path + " can't be read: " + message(e), e);
        } finally {
            if (!isDone) {
                writer.abort();
                if (reader != null) {
                    reader.sorter().close();
                }
            }
        }
    }

    private static SortSpace sortSpace(StoreOptions options) {
        return new SortSpace(
                options.sortMemoryBytes(),
                () -> StoreDatabase.createWorkDir(options.tempDir()),
                StoreDatabase::deleteTree);
    }

    /// Reads a trace to its end and returns the seconds of each phase.
    ///
    /// @param start time at which opening began, in ns
    private static Map<String, Double> readAll(
            Path path, TraceFileReader reader, StoreOptions options, ImportProgress progress, long start)
            throws TraceProblem, IOException {
        reader.sorter().spillTo(sortSpace(options));
        long ready = System.nanoTime();
        reader.read();
        Optional<Path> added = AddedPackets.find(path, options);
        if (added.isPresent()) {
            reader.readAdded(added.get());
        }
        long read = System.nanoTime();
        // The events of streamed traces are emitted while reading.
        long emitNsWhileReading = reader.sorter().emitNs();
        reader.finish();
        reader.sorter().close();
        long parsed = System.nanoTime();
        long sorted = reader.sorter().sortNs();
        Map<String, Double> phases = new LinkedHashMap<>();
        phases.put("start", seconds(start, ready));
        phases.put("read", progress.waitedNs() / 1e9);
        phases.put("tokenize", (read - ready - progress.waitedNs() - emitNsWhileReading) / 1e9);
        phases.put("sort", sorted / 1e9);
        phases.put("parse", (parsed - read + emitNsWhileReading - sorted) / 1e9);
        return phases;
    }

    /// Opens a trace of a fleet or the cache file of a trace; empty if the trace has to be imported.
    private static Optional<TraceStore> openStored(Path path, Path file, StoreOptions options) throws TraceProblem {
        try {
            Optional<TraceStore> member = FleetMember.open(file, options);
            return member.isPresent() ? member : TraceStore.openCached(path, options);
        } catch (IOException e) {
            throw new TraceProblem(file + " can't be read: " + message(e), e);
        }
    }

    /// Returns whether files of a folder, not only of its subfolders, form one trace, such as a CTF trace.
    public static boolean isTraceFolder(Path folder, StoreOptions options) {
        return TraceFolders.isTrace(folder, Importers.of(options.reading()));
    }

    /// Returns the size of a trace in bytes; for a folder, the total size of its files.
    public static long sizeOf(Path trace) throws IOException {
        if (!Files.isDirectory(trace)) {
            return Files.size(trace);
        }
        long bytes = 0;
        try (Stream<Path> files = Files.walk(trace)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return bytes;
    }

    private static Opened ofCache(TraceStore store, ImportReport report, Path file) throws TraceProblem {
        try {
            return Opened.of(store, report, file);
        } catch (IOException e) {
            store.close();
            throw new TraceProblem(file + " can't be read: " + message(e), e);
        }
    }

    private static void addLoading(Map<String, Double> phases, long parsed, StoreWriter writer) {
        phases.put("load", seconds(parsed, System.nanoTime()) - writer.indexNs() / 1e9);
        phases.put("index", writer.indexNs() / 1e9);
    }

    private static long rows(TraceStorage storage) {
        return storage.tables().stream().mapToLong(Table::rowCount).sum();
    }

    private static String message(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "the file no longer exists";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }
}
