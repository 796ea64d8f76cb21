package traceglass.ingest.tracker.args;

import java.util.HashMap;
import java.util.Map;

/// Replacement names given by the trace (`TranslationTable` in the format), either for process tracks or for slices.
public final class NameTranslations {

    private final Map<Integer, Integer> translations = new HashMap<>();
    private boolean isEmpty = true;

    /// Adds the display name for a raw name. Both are string ids.
    public void add(int rawName, int betterName) {
        translations.put(rawName, betterName);
        isEmpty = false;
    }

    /// Returns the display name.
    public int translate(int name) {
        return isEmpty ? name : translations.getOrDefault(name, name);
    }
}
