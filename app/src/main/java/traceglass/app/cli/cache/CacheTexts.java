package traceglass.app.cli.cache;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the command `cache`.
final class CacheTexts {

    private CacheTexts() {}

    static final String CACHE = "List or remove the cached databases of traces.";
    static final String LIST = "List the databases, most recently used first.";
    static final String CLEAR = "Remove all databases; traces are imported again the next time they are opened.";
    static final String NEEDS_SUBCOMMAND = "missing subcommand; use cache list or cache clear";
    static final String TURNED_OFF = "cache commands can't be used with --no-cache";

    static String cacheTotal(int databases, long bytes, Path folder) {
        return databases(databases) + ", " + DisplayText.size(bytes) + ", in " + folder;
    }

    static String cacheCleared(int databases, Path folder) {
        return "removed " + databases(databases) + " from " + folder;
    }

    static String cantClear(Path folder, String reason) {
        return "can't clear " + folder + ": " + reason;
    }

    private static String databases(int n) {
        return DisplayText.count(n, "database", "databases");
    }
}
