package traceglass.analysis.events;

import traceglass.store.time.TimeText;

/// Link to a row of a table.
///
/// @param table `slice`, `sched`, `thread_state`, `process`
/// @param text text of the link
/// @param where thread name and id, or empty
/// @param ns time distance to the linked event, or its duration
public record EventLink(String table, long id, String text, String where, long ns) {

    /// Returns the duration in words.
    public String length() {
        return ns < 0 ? "unfinished" : TimeText.duration(ns);
    }

    /// Returns the display name of an event, also if it has none.
    public static String name(String name) {
        return name == null || name.isEmpty() ? "(no name)" : name;
    }
}
