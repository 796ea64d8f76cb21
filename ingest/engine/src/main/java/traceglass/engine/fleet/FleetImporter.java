package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FileReason;
import traceglass.engine.fleet.source.FleetSource;
import traceglass.engine.fleet.source.ImportHeapLimit;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;

/// Reads traces and adds their tables to a fleet, several traces at the same time.
final class FleetImporter {

    private static final long MIN_FREE_BYTES = 32 << 20;
    private static final long POLL_MS = 200;

    private final FleetFolder folder;
    private final FleetFolder.Writer writer;
    private final FleetImport options;
    private final StoreOptions store;
    private final ModuleLibrary library = new ModuleLibrary(List.of());
    private final int jobs;
    private final ImportHeapLimit heap = ImportHeapLimit.ofProcess();
    private final @Nullable FleetReader reader;
    private final Map<String, FleetTrace> byPath = new HashMap<>();
    /// Ids of the traces to read, by path; in the order of the sources, whichever trace is read first.
    private final Map<String, Long> ids = new HashMap<>();

    private final List<FleetTrace> superseded = new ArrayList<>();
    private final TraceDigests digests;

    private final List<FleetFailure> failures;
    private final List<FleetFailure> duplicates = Collections.synchronizedList(new ArrayList<>());
    /// Paths of the traces that the import has processed.
    private final List<String> attempted = Collections.synchronizedList(new ArrayList<>());
    private final List<String> unlabeled = Collections.synchronizedList(new ArrayList<>());
    private final FleetProgressReporter progress;
    private final List<ImportProgress> running = Collections.synchronizedList(new ArrayList<>());
    private int imported;
    private int replaced;
    private int unchanged;
    private volatile @Nullable EngineException fatalError;

    private FleetImporter(
            FleetFolder folder,
            FleetFolder.Writer writer,
            FleetImport options,
            @Nullable FleetReader reader,
            List<FleetSource> sources,
            List<FleetFailure> missing) {
        this.folder = folder;
        this.writer = writer;
        this.options = options;
        this.reader = reader;
        digests = new TraceDigests(sources);
        failures = Collections.synchronizedList(new ArrayList<>(missing));
        jobs = options.jobs() > 0 ? options.jobs() : Runtime.getRuntime().availableProcessors();
        StoreOptions all = StoreOptions.uncached();
        StoreOptions limited = options.memoryLimit() > 0 ? all.withMemoryLimit(options.memoryLimit()) : all;
        store = limited.withMemoryLimit(Math.max(64L << 20, limited.memoryLimitBytes() / jobs));
        progress = new FleetProgressReporter(
                options.progress(),
                sources.size(),
                sources.stream().mapToLong(FleetSource::bytes).sum());
        missing.forEach(progress::report);
        Map<String, FleetSource> bySource = new HashMap<>();
        sources.forEach(s -> bySource.put(s.path(), s));
        List<FleetFailure> damaged = new ArrayList<>();
        for (FleetTrace trace : folder.readTraces(damaged)) {
            FleetTrace older = byPath.put(trace.path(), trace);
            if (older != null) {
                // A killed program did not remove the previous version.
                superseded.add(older);
            }
            FleetSource source = bySource.get(trace.path());
            if (source == null || isUnchanged(trace, source)) {
                // The content of a trace that will be replaced can reappear under another name.
                digests.add(trace.sha256(), trace.path());
            }
        }
        failures.addAll(damaged);
        damaged.forEach(progress::report);
    }

    private boolean isUnchanged(FleetTrace existing, FleetSource source) {
        return existing.bytes() == source.bytes()
                && existing.modifiedMs() == source.modifiedMs()
                && existing.rows().keySet().stream().allMatch(t -> Files.exists(folder.tableFile(t, existing.id())));
    }

    static FleetImport.Result run(
            FleetFolder folder,
            FleetFolder.Writer writer,
            FleetImport options,
            @Nullable FleetReader reader,
            List<FleetSource> sources,
            List<FleetFailure> missing) {
        FleetImporter importer = new FleetImporter(folder, writer, options, reader, sources, missing);
        try {
            importer.runAll(sources);
        } finally {
            importer.writeFailures();
        }
        return new FleetImport.Result(
                importer.imported,
                importer.replaced,
                importer.unchanged,
                importer.inSourceOrder(importer.duplicates),
                importer.inSourceOrder(importer.failures),
                importer.unlabeled.stream()
                        .sorted(Comparator.comparing(importer.digests::position))
                        .toList(),
                options.labels().unused());
    }

    /// Returns messages about traces in the order of the sources.
    private List<FleetFailure> inSourceOrder(List<FleetFailure> reports) {
        return reports.stream()
                .sorted(Comparator.comparing(f -> digests.position(f.path())))
                .toList();
    }

    private void writeFailures() {
        try {
            List<FleetFailure> sourceFailures = List.copyOf(failures).stream()
                    .filter(f -> !f.path().startsWith(folder.traces().toString()))
                    .toList();
            FailureFile.update(folder.path(), List.copyOf(attempted), sourceFailures);
        } catch (IOException e) {
            // The failures are in the result of this import; only later readers of the fleet lack them.
            System.getLogger(FleetImporter.class.getName())
                    .log(System.Logger.Level.WARNING, "The failures can't be stored", e);
        }
    }

    private void runAll(List<FleetSource> sources) {
        removeSuperseded();
        for (FleetSource source : sources) {
            FleetTrace existing = byPath.get(source.path());
            if (existing == null || !isUnchanged(existing, source)) {
                ids.put(source.path(), writer.newId());
            }
        }
        ExecutorService threads = Executors.newFixedThreadPool(
                jobs, Thread.ofPlatform().daemon().name("fleet import").factory());
        try {
            sources.forEach(source -> threads.submit(() -> runOne(source)));
            threads.shutdown();
            while (!threads.awaitTermination(POLL_MS, TimeUnit.MILLISECONDS)) {
                if (!progress.reportProgress() && fatalError == null) {
                    stop(new EngineException(
                            "The import was canceled; the traces that were read are in the fleet", null));
                }
            }
        } catch (InterruptedException e) {
            stop(new EngineException("The import was interrupted", e));
            Thread.currentThread().interrupt();
        } finally {
            if (!threads.isTerminated()) {
                stop(new EngineException("The import was stopped", null));
                threads.shutdownNow();
            }
        }
        EngineException reason = fatalError;
        if (reason != null) {
            throw reason;
        }
    }

    private void removeSuperseded() {
        try {
            for (FleetTrace trace : superseded) {
                writer.remove(trace.id());
            }
        } catch (IOException e) {
            throw new EngineException("The old version of a trace can't be removed: " + FileReason.reason(e), e);
        }
    }

    private void stop(EngineException reason) {
        if (fatalError == null) {
            fatalError = reason;
        }
        synchronized (running) {
            running.forEach(ImportProgress::cancel);
        }
    }

    @SuppressWarnings("IllegalCatch") // One trace, whatever is wrong with it, does not end the import.
    private void runOne(FleetSource source) {
        FleetFailure failure = null;
        // An error in a trace is no reason to stop, unlike an error of the disk.
        boolean isTraceFault = false;
        try {
            if (fatalError != null) {
                return;
            }
            add(source);
        } catch (ImportCanceled e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (OutOfMemoryError e) {
            failure = new FleetFailure(source.path(), "there is not enough memory to read the trace");
        } catch (IOException | TraceProblem | EngineException e) {
            failure = new FleetFailure(source.path(), String.valueOf(e.getMessage()));
            isTraceFault = e instanceof TraceProblem && e.getCause() == null;
        } catch (RuntimeException | Error e) {
            failure = new FleetFailure(source.path(), e.toString());
        } finally {
            digests.release(source);
        }
        if (failure != null) {
            failures.add(failure);
        }
        attempted.add(source.path());
        if (failure != null && !isTraceFault && isDiskFull()) {
            stop(new EngineException(
                    isEmpty()
                            ? "The disk of the fleet is full; no trace was imported"
                            : "The disk of the fleet is full; the traces that were read are in the fleet",
                    null));
        }
        progress.countTrace(source.bytes(), failure);
    }

    private synchronized boolean isEmpty() {
        return imported == 0 && byPath.isEmpty();
    }

    private boolean isDiskFull() {
        try {
            return Files.getFileStore(folder.path()).getUsableSpace() < MIN_FREE_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    private void add(FleetSource source) throws IOException, TraceProblem, InterruptedException {
        FleetTrace existing = byPath.get(source.path());
        Map<String, Object> labels = options.labels().of(source.path());
        boolean expectsLabels = !options.labels().isEmpty();
        Long id = ids.get(source.path());
        if (id == null) {
            if (existing != null && expectsLabels && !labels.equals(existing.labels())) {
                FleetTraceFile.write(folder.traceFile(existing.id()), existing.withLabels(labels));
            }
            count(false, true, false);
            return;
        }
        if (reader != null) {
            addWithReader(reader, source, id, existing, labels);
            return;
        }
        addNew(source, id, existing, labels);
    }

    private void addNew(FleetSource source, long id, @Nullable FleetTrace existing, Map<String, Object> labels)
            throws IOException, TraceProblem, InterruptedException {
        Path partial = writer.newPartial(id);
        try {
            Path scratch = Files.createDirectory(partial.resolve("scratch"));
            Path file = source.content().file(scratch);
            FleetReader.Task.requireContent(file);
            String digest = FleetReader.Task.digest(file);
            if (isDuplicate(source, digest, existing)) {
                return;
            }
            // Memory is reserved after waiting for earlier traces of the same size, which may need it first.
            try (ImportHeapLimit.Reservation _ = heap.reserve(source.path(), source.bytes())) {
                if (fatalError != null) {
                    return;
                }
                FleetTrace trace = read(FleetReader.Task.of(source, id, partial), file, digest, partial);
                StoreDatabase.deleteTree(scratch);
                publish(trace.withLabels(labels), partial, existing);
            }
        } finally {
            StoreDatabase.deleteTree(partial);
        }
    }

    /// Adds a trace that another process reads.
    private void addWithReader(
            FleetReader other, FleetSource source, long id, @Nullable FleetTrace existing, Map<String, Object> labels)
            throws IOException, InterruptedException {
        Path partial = writer.newPartial(id);
        try {
            FleetReader.Outcome outcome = other.read(FleetReader.Task.of(source, id, partial));
            if (outcome.failure() != null) {
                throw new EngineException(outcome.failure(), null);
            }
            FleetTrace trace = FleetTraceFile.parse(id, outcome.properties());
            if (fatalError == null && !isDuplicate(source, trace.sha256(), existing)) {
                publish(trace.withLabels(labels), partial.resolve(outcome.folder()), existing);
            }
        } finally {
            StoreDatabase.deleteTree(partial);
        }
    }

    /// Returns whether another trace has the same content; this one is then skipped.
    private boolean isDuplicate(FleetSource source, String digest, @Nullable FleetTrace existing)
            throws IOException, InterruptedException {
        String same = digests.claim(source, digest);
        if (same == null) {
            return false;
        }
        duplicates.add(new FleetFailure(source.path(), "has the same content as " + same));
        if (existing != null) {
            writer.remove(existing.id());
        }
        return true;
    }

    /// Adds a trace to the fleet.
    ///
    /// @param existing previous version of the trace with the same path, or null
    private void publish(FleetTrace trace, Path tables, @Nullable FleetTrace existing) throws IOException {
        writer.publish(trace, tables);
        digests.add(trace.sha256(), trace.path());
        if (existing != null) {
            writer.remove(existing.id());
        }
        if (trace.labels().isEmpty() && !options.labels().isEmpty()) {
            unlabeled.add(trace.path());
        }
        count(true, false, existing != null);
    }

    private synchronized void count(boolean isNew, boolean isUnchanged, boolean isReplaced) {
        imported += isNew ? 1 : 0;
        unchanged += isUnchanged ? 1 : 0;
        replaced += isReplaced ? 1 : 0;
    }

    private FleetTrace read(FleetReader.Task task, Path file, String digest, Path partial)
            throws TraceProblem, IOException {
        ImportProgress progress = new ImportProgress();
        running.add(progress);
        if (fatalError != null) {
            progress.cancel();
        }
        try {
            return task.read(file, digest, partial, store, library, progress);
        } finally {
            running.remove(progress);
        }
    }

    /// Finds traces with the same content during an import that reads several traces at the same time. The first one in
    /// the order of the sources that can be read is kept, whichever is read first.
    private static final class TraceDigests {

        /// Paths of the traces in the fleet by digest of their content.
        private final Map<String, String> paths = new HashMap<>();
        /// Digests of the sources that are being added, by path. Whether they end up in the fleet isn't known yet.
        private final Map<String, String> claims = new HashMap<>();
        /// Positions of the sources by path.
        private final Map<String, Integer> positions = new HashMap<>();
        /// Positions of the sources whose digest isn't known, by size. Only files of the same size can have the same
        /// content.
        private final Map<Long, TreeSet<Integer>> pending = new HashMap<>();

        /// @param sources all sources, in the order in which their import starts
        TraceDigests(List<FleetSource> sources) {
            for (FleetSource source : sources) {
                int index = positions.size();
                positions.put(source.path(), index);
                pending.computeIfAbsent(source.bytes(), _ -> new TreeSet<>()).add(index);
            }
        }

        /// Adds a trace that the fleet contains.
        synchronized void add(String digest, String path) {
            paths.putIfAbsent(digest, path);
        }

        /// Claims the digest of a source until [#release]. Waits until the digests of all earlier sources of the same
        /// size are known, and until an earlier source with the same digest has been added or has failed.
        ///
        /// @return path of a trace with the same content in the fleet, or null if the source is to be added
        synchronized @Nullable String claim(FleetSource source, String digest) throws InterruptedException {
            while (isAnyEarlierPending(source) || claims.containsValue(digest)) {
                wait();
            }
            removePending(source);
            notifyAll();
            String first = paths.get(digest);
            if (first == null || first.equals(source.path())) {
                claims.put(source.path(), digest);
                return null;
            }
            return first;
        }

        /// Lets other sources continue, because this one has been added or skipped, or can't be read.
        synchronized void release(FleetSource source) {
            claims.remove(source.path());
            removePending(source);
            notifyAll();
        }

        /// Returns the position of a source in the order of the import, or -1 if the path is not that of a source.
        int position(String path) {
            return positions.getOrDefault(path, -1);
        }

        private boolean isAnyEarlierPending(FleetSource source) {
            TreeSet<Integer> waiting = pending.get(source.bytes());
            return waiting != null && !waiting.isEmpty() && waiting.first() < position(source.path());
        }

        private void removePending(FleetSource source) {
            TreeSet<Integer> waiting = pending.get(source.bytes());
            if (waiting != null) {
                waiting.remove(position(source.path()));
            }
        }
    }
}
