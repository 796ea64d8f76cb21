package traceglass.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import traceglass.store.cache.CacheSeal;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;

/// Opens the cache files of traces.
final class CachedTrace {

    /// Largest size in bytes of a cache file that is checked completely before it is opened, which takes a tenth of
    /// a second.
    private static final long MAX_CHECKED_FIRST = 256L << 20;

    private CachedTrace() {}

    /// Opens the cache file of a trace. An unreadable file is removed, so that the caller imports the trace again.
    ///
    /// @return empty if there is no cache file or no cache folder
    static Optional<TraceStore> open(Path trace, StoreOptions options) {
        if (options.cacheDir() == null) {
            return Optional.empty();
        }
        Path file;
        try {
            Optional<Path> cached = StoreCache.of(options).find(trace);
            if (cached.isEmpty()) {
                return Optional.empty();
            }
            file = cached.get();
        } catch (IOException e) {
            return Optional.empty();
        }
        try {
            boolean isCheckedLater = Files.size(file) > MAX_CHECKED_FIRST;
            TraceStore store = isCheckedLater ? TraceStore.open(file, options) : openChecked(file, options);
            StoreCache.touch(file, trace);
            if (isCheckedLater) {
                CacheSeal.verifyInBackground(file);
            }
            return Optional.of(store);
        } catch (IOException e) {
            try {
                StoreCache.delete(file);
            } catch (IOException inUse) {
                // The following import replaces it.
            }
            return Optional.empty();
        }
    }

    /// Opens a file while a second thread verifies its seal.
    private static TraceStore openChecked(Path file, StoreOptions options) throws IOException {
        FutureTask<Boolean> check = new FutureTask<>(() -> CacheSeal.isValid(file));
        Thread.ofPlatform().daemon().name("cache-check").start(check);
        TraceStore store = null;
        boolean holds = false;
        try {
            store = TraceStore.open(file, options);
        } finally {
            holds = isTrue(check);
            if (!holds && store != null) {
                store.close();
            }
        }
        if (!holds) {
            throw new StoreException("damaged: " + file);
        }
        return store;
    }

    private static boolean isTrue(FutureTask<Boolean> check) {
        try {
            return check.get();
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
