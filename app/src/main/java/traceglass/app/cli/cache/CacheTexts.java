package traceglass.app.cli.cache;

import java.nio.file.Path;
import traceglass.store.text.DisplayText;

/// Texts of the command `cache`.
final class CacheTexts {

    private CacheTexts() {}

    static final String CACHE = "List or remove the cached databases of traces.";
    static final String LIST = "List the databases, most recently used first.";
    static final String CLEAR = "Remove databases; traces are imported again the next time they are opened.";
    static final String TRACES = "Names or paths of traces; * stands for any characters. Default: all.";
    static final String OLDER_THAN = "Only databases that have not been used for this long, such as 7d, 12h or 2w.";
    static final String JSON = "Print a JSON object.";
    static final String NEEDS_SUBCOMMAND = "missing subcommand; use cache list or cache clear";
    static final String TURNED_OFF = "cache commands can't be used with --no-cache";

    static String cacheTotal(int databases, long bytes, Path folder) {
        return databases(databases) + ", " + DisplayText.size(bytes) + ", in " + folder;
    }

    static String cacheCleared(int databases, long bytes, Path folder) {
        return "removed " + databases(databases) + " from " + folder
                + (bytes == 0 ? "" : " (" + DisplayText.size(bytes) + ")");
    }

    static String notCached(String trace) {
        return "no database of " + trace + " is in the cache; see traceglass cache list";
    }

    static String notAnAge(String text) {
        return "can't read '" + text + "' as a time; examples: 7d, 12h, 2w";
    }

    static final String LAST_USED = "LAST USED";
    static final String CREATED = "CREATED";
    static final String SIZE = "SIZE";
    static final String TRACE = "TRACE";

    static String missing(String path) {
        return path + " (does not exist)";
    }

    static String unknownTrace(String file) {
        return "unknown (" + file + ")";
    }

    static String cantClear(Path folder, String reason) {
        return "can't clear " + folder + ": " + reason;
    }

    private static String databases(int n) {
        return DisplayText.count(n, "database", "databases");
    }
}
