package traceglass.analysis.events;

import traceglass.store.time.TimeText;

/// Number of a row, with what a link to it says.
///
/// @param table `slice`, `sched`, `thread_state`, `process`
/// @param text what the link says
/// @param where thread and number, or empty
/// @param ns how long before or after, or how long it lasts
public record EventLink(String table, long id, String text, String where, long ns) {

    /// How long it lasts, in words.
    public String length() {
        return ns < 0 ? "unfinished" : TimeText.duration(ns);
    }

    /// The name of an event; one without a name says so.
    public static String name(String name) {
        return name == null || name.isEmpty() ? "(no name)" : name;
    }
}
