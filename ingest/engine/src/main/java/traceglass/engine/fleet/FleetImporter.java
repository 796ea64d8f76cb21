package traceglass.engine.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.ingest.ImportCancelled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;

/// Reads traces and adds their tables to a fleet, several at once.
final class FleetImporter {

    /// A program that reads several large traces at once would run out of memory. The importer holds a trace's
    /// events until they are sorted, in at most about this many times the size of its file, and some memory for
    /// each.
    private static final int HEAP_PER_BYTE = 6;

    private static final int HEAP_PER_TRACE_KB = 64 << 10;
    /// Compressed traces take more.
    private static final int HEAP_PER_COMPRESSED_BYTE = 24;

    private static final long DISK_IS_FULL_BYTES = 32 << 20;
    private static final long LOOKED_MS = 200;
    private static final int HASHED_AT_ONCE = 1 << 16;

    private final FleetFolder folder;
    private final FleetFolder.Writing writing;
    private final FleetImport options;
    private final StoreOptions store;
    private final ModuleLibrary library = new ModuleLibrary(List.of());
    private final int jobs;
    private final int heapKb;
    private final Semaphore heap;
    private final Map<String, FleetTrace> byPath = new HashMap<>();
    private final List<FleetTrace> superseded = new ArrayList<>();
    /// Paths by digest.
    private final Map<String, String> digests = new ConcurrentHashMap<>();

    private final List<FleetFailure> failures;
    private final List<FleetFailure> duplicates = Collections.synchronizedList(new ArrayList<>());
    /// Paths of the traces that the import is finished with.
    private final List<String> tried = Collections.synchronizedList(new ArrayList<>());
    private final List<String> unlabeled = Collections.synchronizedList(new ArrayList<>());
    private final FleetSteps steps;
    private final List<ImportProgress> running = Collections.synchronizedList(new ArrayList<>());
    private int imported;
    private int replaced;
    private int unchanged;
    private volatile @Nullable EngineException ended;

    private FleetImporter(
            FleetFolder folder,
            FleetFolder.Writing writing,
            FleetImport options,
            List<FleetSource> sources,
            List<FleetFailure> missing) {
        this.folder = folder;
        this.writing = writing;
        this.options = options;
        failures = Collections.synchronizedList(new ArrayList<>(missing));
        jobs = options.jobs() > 0 ? options.jobs() : Runtime.getRuntime().availableProcessors();
        heapKb = (int) (Runtime.getRuntime().maxMemory() / 4 * 3 >> 10);
        heap = new Semaphore(heapKb);
        StoreOptions all = StoreOptions.uncached();
        StoreOptions limited = options.memoryLimit() > 0 ? all.withMemoryLimit(options.memoryLimit()) : all;
        store = limited.withMemoryLimit(Math.max(64L << 20, limited.memoryLimitBytes() / jobs));
        steps = new FleetSteps(
                options.progress(),
                sources.size(),
                sources.stream().mapToLong(FleetSource::bytes).sum());
        missing.forEach(steps::tell);
        Map<String, FleetSource> bySource = new HashMap<>();
        sources.forEach(s -> bySource.put(s.path(), s));
        List<FleetFailure> damaged = new ArrayList<>();
        for (FleetTrace trace : folder.readTraces(damaged)) {
            FleetTrace older = byPath.put(trace.path(), trace);
            if (older != null) {
                // A program was killed before it removed the former content.
                superseded.add(older);
            }
            FleetSource source = bySource.get(trace.path());
            if (source == null || isUnchanged(trace, source)) {
                // The content of a trace that will be replaced may come back under another name.
                digests.putIfAbsent(trace.sha256(), trace.path());
            }
        }
        failures.addAll(damaged);
        damaged.forEach(steps::tell);
    }

    private boolean isUnchanged(FleetTrace known, FleetSource source) {
        return known.bytes() == source.bytes()
                && known.modifiedMs() == source.modifiedMs()
                && known.rows().keySet().stream().allMatch(t -> Files.exists(folder.tableFile(t, known.id())));
    }

    static FleetImport.Result run(
            FleetFolder folder,
            FleetFolder.Writing writing,
            FleetImport options,
            List<FleetSource> sources,
            List<FleetFailure> missing) {
        FleetImporter importer = new FleetImporter(folder, writing, options, sources, missing);
        try {
            importer.runAll(sources);
        } finally {
            importer.keepFailures();
        }
        return new FleetImport.Result(
                importer.imported,
                importer.replaced,
                importer.unchanged,
                importer.duplicates,
                importer.failures,
                importer.unlabeled,
                options.labels().unused());
    }

    private void keepFailures() {
        try {
            List<FleetFailure> ofSources = List.copyOf(failures).stream()
                    .filter(f -> !f.path().startsWith(folder.traces().toString()))
                    .toList();
            FailureFile.update(folder.path(), List.copyOf(tried), ofSources);
        } catch (IOException e) {
            // They are in the result; only later readers of the fleet miss them.
            System.getLogger(FleetImporter.class.getName())
                    .log(System.Logger.Level.WARNING, "The failures can't be kept", e);
        }
    }

    private void runAll(List<FleetSource> sources) {
        removeSuperseded();
        ExecutorService threads = Executors.newFixedThreadPool(
                jobs, Thread.ofPlatform().daemon().name("fleet import").factory());
        try {
            sources.forEach(source -> threads.submit(() -> runOne(source)));
            threads.shutdown();
            while (!threads.awaitTermination(LOOKED_MS, TimeUnit.MILLISECONDS)) {
                if (!steps.goesOn() && ended == null) {
                    end(new EngineException(
                            "The import was canceled; the traces that were read are in the fleet", null));
                }
            }
        } catch (InterruptedException e) {
            end(new EngineException("The import was interrupted", e));
            Thread.currentThread().interrupt();
        } finally {
            if (!threads.isTerminated()) {
                end(new EngineException("The import was ended", null));
                threads.shutdownNow();
            }
        }
        EngineException reason = ended;
        if (reason != null) {
            throw reason;
        }
    }

    private void removeSuperseded() {
        try {
            for (FleetTrace trace : superseded) {
                writing.remove(trace.id());
            }
        } catch (IOException e) {
            throw new EngineException("A former trace can't be removed: " + FleetFolder.reason(e), e);
        }
    }

    private void end(EngineException reason) {
        if (ended == null) {
            ended = reason;
        }
        synchronized (running) {
            running.forEach(ImportProgress::cancel);
        }
    }

    @SuppressWarnings("IllegalCatch") // One trace, whatever is wrong with it, does not end the import.
    private void runOne(FleetSource source) {
        if (ended != null) {
            return;
        }
        FleetFailure failure = null;
        try {
            add(source);
        } catch (ImportCancelled e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (OutOfMemoryError e) {
            failure = new FleetFailure(source.path(), "there is not enough memory to read it");
        } catch (IOException | TraceProblem | EngineException e) {
            failure = new FleetFailure(source.path(), String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            failure = new FleetFailure(source.path(), e.toString());
        }
        if (failure != null) {
            failures.add(failure);
        }
        tried.add(source.path());
        if (failure != null) {
            if (isDiskFull()) {
                end(new EngineException(
                        "The disk of the fleet is full; the traces that were read are in the fleet", null));
            }
        }
        steps.done(source.bytes(), failure);
    }

    private boolean isDiskFull() {
        try {
            return Files.getFileStore(folder.path()).getUsableSpace() < DISK_IS_FULL_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    private void add(FleetSource source) throws IOException, TraceProblem, InterruptedException {
        FleetTrace known = byPath.get(source.path());
        Map<String, Object> labels = options.labels().of(source.path());
        boolean expectsLabels = !options.labels().isEmpty();
        if (known != null && isUnchanged(known, source)) {
            if (expectsLabels && !labels.equals(known.labels())) {
                FleetTraceFile.write(folder.traceFile(known.id()), known.withLabels(labels));
            }
            count(false, true, false);
            return;
        }
        int needed = (int) Math.min(heapKb, HEAP_PER_TRACE_KB + heapOf(source));
        heap.acquire(needed);
        try {
            if (ended == null) {
                addNew(source, known, labels);
            }
        } finally {
            heap.release(needed);
        }
    }

    private void addNew(FleetSource source, @Nullable FleetTrace known, Map<String, Object> labels)
            throws IOException, TraceProblem {
        boolean expectsLabels = !options.labels().isEmpty();
        long id = writing.newId();
        Path partial = writing.newPartial(id);
        try {
            Path scratch = Files.createDirectory(partial.resolve("scratch"));
            Path file = source.content().file(scratch);
            String digest = digest(file);
            String same = digests.putIfAbsent(digest, source.path());
            if (same != null && !same.equals(source.path())) {
                duplicates.add(new FleetFailure(source.path(), "has the same content as " + same));
                if (known != null) {
                    writing.remove(known.id());
                }
                return;
            }
            FleetTrace trace;
            try {
                trace = read(source, file, digest, id, partial, labels);
            } catch (IOException | TraceProblem | RuntimeException | Error e) {
                digests.remove(digest, source.path());
                throw e;
            }
            StoreDatabase.deleteTree(scratch);
            writing.publish(trace, partial);
            if (known != null) {
                writing.remove(known.id());
            }
            if (labels.isEmpty() && expectsLabels) {
                unlabeled.add(source.path());
            }
            count(true, false, known != null);
        } finally {
            StoreDatabase.deleteTree(partial);
        }
    }

    private static long heapOf(FleetSource source) {
        boolean isCompressed = source.path().matches(".*\\.(gz|zip|xz|bz2|br|zst|lz4|tgz)");
        return source.bytes() / 1024 * (isCompressed ? HEAP_PER_COMPRESSED_BYTE : HEAP_PER_BYTE);
    }

    private synchronized void count(boolean isNew, boolean isUnchanged, boolean isReplaced) {
        imported += isNew ? 1 : 0;
        unchanged += isUnchanged ? 1 : 0;
        replaced += isReplaced ? 1 : 0;
    }

    private FleetTrace read(
            FleetSource source, Path file, String digest, long id, Path partial, Map<String, Object> labels)
            throws TraceProblem, IOException {
        ImportProgress progress = new ImportProgress();
        running.add(progress);
        if (ended != null) {
            progress.cancel();
        }
        try (TraceStore trace =
                TraceOpener.openLate(file, store, progress, _ -> {}).store()) {
            List<ParquetFile> tables = trace.writeParquet(id, partial);
            FleetFacts facts = FleetFacts.of(trace, library);
            return new FleetTrace(
                    id,
                    source.path(),
                    source.bytes(),
                    source.modifiedMs(),
                    digest,
                    facts.format(),
                    trace.bounds().start(),
                    trace.bounds().end() - trace.bounds().start(),
                    facts.device(),
                    facts.build(),
                    facts.problems(),
                    tables.stream()
                            .collect(Collectors.toMap(t -> ParquetFile.publicName(t.table()), ParquetFile::rows)),
                    labels);
        } finally {
            running.remove(progress);
        }
    }

    private static String digest(Path file) throws IOException {
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
