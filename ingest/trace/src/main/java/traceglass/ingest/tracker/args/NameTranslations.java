package traceglass.ingest.tracker.args;

import java.util.HashMap;
import java.util.Map;

/// Names that a trace brings better ones for (`TranslationTable` of the format): those of process tracks, or those of
/// slices.
public final class NameTranslations {

    private final Map<Integer, Integer> translations = new HashMap<>();
    private boolean none = true;

    /// Says which name to show for a name. Both are ids of strings.
    public void add(int rawName, int betterName) {
        translations.put(rawName, betterName);
        none = false;
    }

    /// The name to show.
    public int translate(int name) {
        return none ? name : translations.getOrDefault(name, name);
    }
}
