package traceglass.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.session.SqlPolicy;
import traceglass.store.TraceStore;
import traceglass.store.database.PacketOptions;
import traceglass.store.database.StoreOptions;

/// A store opened with [EngineOptions].
///
/// @param warnings warnings for the user, one sentence each
record OpenedTrace(TraceStore store, List<String> warnings) {

    private static final long REPORT_EVERY_MS = 100;

    static OpenedTrace open(Path trace, EngineOptions options) {
        ImportProgress progress = new ImportProgress();
        OpenProgress listener = options.progress();
        CountDownLatch done = new CountDownLatch(1);
        if (listener != null) {
            Thread.ofPlatform().daemon().name("trace progress").start(() -> reportProgress(listener, progress, done));
        }
        try {
            Path file = trace;
            if (Files.notExists(file)) {
                throw new EngineException(file + " does not exist", null);
            }
            TraceOpener.Opened opened = TraceOpener.openLazily(file, storeOptions(options), progress, _ -> {});
            return new OpenedTrace(opened.store(), opened.warnings());
        } catch (TraceProblem e) {
            throw new EngineException(e.getMessage(), e);
        } catch (ImportCanceled e) {
            throw new EngineException("Opening " + trace.getFileName() + " was canceled", e);
        } catch (OutOfMemoryError e) {
            throw new EngineException("There is not enough memory to open " + trace.getFileName(), e);
        } finally {
            done.countDown();
        }
    }

    private static void reportProgress(OpenProgress listener, ImportProgress progress, CountDownLatch done) {
        try {
            do {
                if (!listener.update(progress.phase(), progress.bytesRead(), progress.bytesTotal())) {
                    progress.cancel();
                    return;
                }
            } while (!done.await(REPORT_EVERY_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static StoreOptions storeOptions(EngineOptions options) {
        Path folder = options.cacheFolder();
        StoreOptions store = folder == null ? StoreOptions.uncached() : StoreOptions.cachedIn(folder);
        if (folder != null) {
            try {
                Files.createDirectories(folder);
            } catch (IOException e) {
                // The store reports a warning that nothing is cached.
                store = store.withTempDir(StoreOptions.uncached().tempDir());
            }
        }
        store = store.withReading(
                store.reading().withPackets(new PacketOptions(options.cropsTrackEvents(), options.analyzesContent())));
        StoreOptions limited = options.memoryLimit() > 0 ? store.withMemoryLimit(options.memoryLimit()) : store;
        return options.threads() > 0 ? limited.withThreads(options.threads()) : limited;
    }

    static SqlPolicy sqlPolicy(EngineOptions options) {
        return options.allowsFiles() ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
    }
}
