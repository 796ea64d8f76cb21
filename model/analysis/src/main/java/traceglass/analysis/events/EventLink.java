package traceglass.analysis.events;

import traceglass.store.time.TimeText;

/// Link to a row of a table.
///
/// @param table `slice`, `sched`, `thread_state`, `process`
/// @param text text of the link
/// @param where thread name and id, or empty
/// @param ns time distance to the linked event, or its duration
public record EventLink(String table, long id, String text, String where, long ns) {

    /// Returns the duration or time distance as display text.
    public String length() {
        return ns < 0 ? EventDetailTexts.UNFINISHED : TimeText.duration(ns);
    }

    /// Returns the display name of an event.
    ///
    /// @param name null or empty if the event has no name
    public static String name(String name) {
        return name == null || name.isEmpty() ? EventDetailTexts.NO_NAME : name;
    }
}
