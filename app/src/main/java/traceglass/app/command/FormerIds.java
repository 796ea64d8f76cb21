package traceglass.app.command;

import java.util.Map;

/// Command ids of earlier versions, which occur in stored shortcuts, in recent commands and in screenshot scripts.
public final class FormerIds {

    private static final Map<String, String> CURRENT = Map.ofEntries(
            Map.entry("timeline.tracks().expand", "timeline.expand"),
            Map.entry("timeline.tracks().collapse", "timeline.collapse"),
            Map.entry("drawer.toggle", "details.toggle"),
            Map.entry("drawer.fill", "details.maximize"),
            Map.entry("beside.open", "second.open"),
            Map.entry("beside.same", "second.same"),
            Map.entry("beside.close", "second.close"),
            Map.entry("beside.cancel", "second.cancel"),
            Map.entry("beside.swap", "second.swap"),
            Map.entry("beside.together", "second.link"),
            Map.entry("beside.layout", "second.layout"),
            Map.entry("beside.other", "second.other"),
            Map.entry("beside.starts", "second.starts"),
            Map.entry("beside.selections", "second.selections"),
            Map.entry("beside.here", "second.here"),
            Map.entry("beside.slice", "second.slice"),
            Map.entry("beside.realtime", "second.realtime"),
            Map.entry("beside.tracetime", "second.tracetime"));

    private FormerIds() {}

    /// Maps an id to the current one.
    ///
    /// @param id current or former id
    public static String current(String id) {
        return CURRENT.getOrDefault(id, id);
    }
}
