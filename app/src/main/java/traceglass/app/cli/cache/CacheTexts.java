package traceglass.app.cli.cache;

import static traceglass.store.language.Translations.tr;

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
    static final String NEEDS_SUBCOMMAND = tr("missing subcommand; use cache list or cache clear");
    static final String TURNED_OFF = tr("cache commands can't be used with --no-cache");

    static String cacheTotal(int databases, long bytes, Path folder) {
        return tr("{0}, {1}, in {2}", databases(databases), DisplayText.size(bytes), folder);
    }

    static String cacheCleared(int databases, long bytes, Path folder) {
        return tr(
                "removed {0} from {1}{2}",
                databases(databases), folder, bytes == 0 ? "" : " (" + DisplayText.size(bytes) + ")");
    }

    static String notCached(String trace) {
        return tr("no database of {0} is in the cache; see traceglass cache list", trace);
    }

    static String notAnAge(String text) {
        return tr("can't read '{0}' as a duration; examples: 7d, 12h, 2w", text);
    }

    static final String LAST_USED = tr("LAST USED");
    static final String CREATED = tr("CREATED");
    static final String SIZE = tr("SIZE");
    static final String TRACE = tr("TRACE");

    static String missing(String path) {
        return tr("{0} (does not exist)", path);
    }

    static String unknownTrace(String file) {
        return tr("unknown ({0})", file);
    }

    static String cantClear(Path folder, String reason) {
        return tr("can't clear {0}: {1}", folder, reason);
    }

    private static String databases(int n) {
        return DisplayText.count(n, "database", "databases");
    }
}
