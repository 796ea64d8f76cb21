package traceglass.ingest.tracker;

import java.util.HashMap;
import java.util.Map;

/// Names of process tracks that a trace brings better ones for (`TranslationTable.process_track_name`).
public final class TrackNames {

    private final Map<Integer, Integer> translations = new HashMap<>();

    /// Says which name to show for a name. Both are ids of strings.
    public void add(int rawName, int betterName) {
        translations.put(rawName, betterName);
    }

    /// The name to show.
    public int translate(int name) {
        return translations.getOrDefault(name, name);
    }
}
