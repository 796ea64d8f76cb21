package traceglass.app.command;

import java.util.List;

/// Item of the list below the search field.
///
/// @param icon name of an icon, or empty
/// @param title text of the item
/// @param marks indexes of the title's characters that match the typed text, ascending
/// @param location muted text after the title, e.g. the groups that contain a track; or empty
/// @param locationMarks indexes of characters in that text that match the typed text
/// @param note muted text at the right, or empty
/// @param action action of Enter and of a click, run on the JavaFX thread
/// @param shiftAction action of Shift+Enter, or null if it is the same
public record Choice(
        String icon,
        String title,
        List<Integer> marks,
        String location,
        List<Integer> locationMarks,
        String note,
        Runnable action,
        Runnable shiftAction) {

    public Choice {
        marks = List.copyOf(marks);
        locationMarks = List.copyOf(locationMarks);
    }

    /// Creates an item without highlighted characters and with one action.
    public static Choice of(String icon, String title, String note, Runnable action) {
        return new Choice(icon, title, List.of(), "", List.of(), note, action, null);
    }
}
