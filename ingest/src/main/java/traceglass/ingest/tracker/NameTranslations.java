package traceglass.ingest.tracker;

import java.util.HashMap;
import java.util.Map;

/// Names that a trace brings better ones for (`TranslationTable` of the format): those of process tracks, or those of slices.
public final class NameTranslations {

    private final Map<Integer, Integer> translations = new HashMap<>();

    /// Says which name to show for a name. Both are ids of strings.
    public void add(int rawName, int betterName) {
        translations.put(rawName, betterName);
    }

    /// The name to show.
    public int translate(int name) {
        return translations.isEmpty() ? name : translations.getOrDefault(name, name);
    }
}
