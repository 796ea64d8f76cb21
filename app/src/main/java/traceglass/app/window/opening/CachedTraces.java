package traceglass.app.window.opening;

import java.io.IOException;
import java.nio.file.Path;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreOptions;

/// Looks for traces in the cache.
public final class CachedTraces {

    private CachedTraces() {}

    /// Returns whether a file opens from the cache.
    public static boolean isCached(StoreOptions store, Path file) {
        try {
            return store.cacheDir() != null
                    && new StoreCache(store.cacheDir()).find(file).isPresent();
        } catch (IOException e) {
            return false;
        }
    }
}
