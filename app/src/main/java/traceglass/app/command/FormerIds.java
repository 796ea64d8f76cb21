package traceglass.app.command;

import java.util.Map;

/// Ids that commands had in earlier versions. Settings with chosen keys and recent commands keep them, and so do
/// scripts that take pictures.
public final class FormerIds {

    private static final Map<String, String> CURRENT = Map.of(
            "timeline.tracks().expand", "timeline.expand",
            "timeline.tracks().collapse", "timeline.collapse");

    private FormerIds() {}

    /// The id that a command has now.
    ///
    /// @param id any id, former or not
    public static String current(String id) {
        return CURRENT.getOrDefault(id, id);
    }
}
