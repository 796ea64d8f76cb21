package traceglass.app.command;

import java.util.Map;

/// Command ids of earlier versions, which occur in stored shortcuts, in recent commands and in screenshot scripts.
public final class FormerIds {

    private static final Map<String, String> CURRENT = Map.of(
            "timeline.tracks().expand", "timeline.expand",
            "timeline.tracks().collapse", "timeline.collapse");

    private FormerIds() {}

    /// Maps an id to the current one.
    ///
    /// @param id current or former id
    public static String current(String id) {
        return CURRENT.getOrDefault(id, id);
    }
}
