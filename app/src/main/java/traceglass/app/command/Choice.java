package traceglass.app.command;

import java.util.List;

/// One of the things to pick from in a list below the search field.
///
/// @param icon name of an icon, or empty
/// @param title what it is
/// @param marks places of characters in the title that fit what was typed, ascending
/// @param where a quieter text after the title, such as the groups a track is in; or empty
/// @param whereMarks places of characters in that text that fit
/// @param remark a quiet word at the right, or empty
/// @param action what Enter and a click do, on the JavaFX thread
/// @param otherwise what Shift and Enter do, or null when that is nothing else
public record Choice(
        String icon,
        String title,
        List<Integer> marks,
        String where,
        List<Integer> whereMarks,
        String remark,
        Runnable action,
        Runnable otherwise) {

    public Choice {
        marks = List.copyOf(marks);
        whereMarks = List.copyOf(whereMarks);
    }

    /// One in which nothing is marked and that does one thing.
    public static Choice of(String icon, String title, String remark, Runnable action) {
        return new Choice(icon, title, List.of(), "", List.of(), remark, action, null);
    }
}
