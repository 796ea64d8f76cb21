package traceglass.analysis.events;

import java.util.List;

/// What can be done with an event, as a menu beside its name and as commands.
///
/// @param id of the button, short and stable
/// @param title of the button: `Lists for this slice`
/// @param icon name of its icon
/// @param group of the commands
/// @param event what it is done with, in words: `slice`
public record EventMenu(String id, String title, String icon, String group, String event, List<Choice> choices) {

    public EventMenu {
        choices = List.copyOf(choices);
    }

    /// One of the things that can be done.
    ///
    /// @param id of the command, stable
    /// @param words what it does, as an order
    /// @param action null where there is no event to do it with
    public record Choice(String id, String words, Action action) {}

    /// What is done.
    public sealed interface Action {}

    /// A query on the SQL page.
    public record OpenSql(String sql) implements Action {}

    /// A list of events.
    public record ListEvents(EventListQuery query) implements Action {}

    /// Tracks of the rows of a query.
    ///
    /// @param by column of which each value has a track, or null for one track
    public record MakeTracks(String sql, String title, String by) implements Action {}
}
