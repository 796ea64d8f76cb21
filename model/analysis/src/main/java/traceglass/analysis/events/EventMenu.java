package traceglass.analysis.events;

import java.util.List;

/// Actions for an event, offered as a menu next to its name and as commands.
///
/// @param id short stable id of the button
/// @param title title of the button: `Lists for this slice`
/// @param icon name of its icon
/// @param group group of the commands
/// @param event display name of the kind of event: `slice`
public record EventMenu(String id, String title, String icon, String group, String event, List<MenuChoice> choices) {

    public EventMenu {
        choices = List.copyOf(choices);
    }

    /// Action of the menu.
    ///
    /// @param id stable id of the command
    /// @param label title, in the imperative
    /// @param action null if there is no event to apply it to
    public record MenuChoice(String id, String label, Action action) {}

    /// Effect of a choice.
    public sealed interface Action {}

    /// Opens a query on the SQL page.
    public record OpenSql(String sql) implements Action {}

    /// Opens a list of events.
    public record ListEvents(EventListQuery query) implements Action {}

    /// Creates tracks from the rows of a query.
    ///
    /// @param pivot column whose distinct values become separate tracks, or null for one track
    public record CreateTracks(String sql, String title, String pivot) implements Action {}
}
