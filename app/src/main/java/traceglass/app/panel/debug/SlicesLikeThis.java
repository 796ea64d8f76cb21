package traceglass.app.panel.debug;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import traceglass.app.context.AppContext;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Hints;

/// Tracks of the slices that have the name of one: all on one track, one track for each thread, or those of its thread.
public final class SlicesLikeThis {

    private static final int LONGEST = 60;

    /// A choice, with the query it makes.
    ///
    /// @param words what it does, as an order
    /// @param by column of which each value has a track, or null
    public record Choice(String words, String title, String sql, String by) {}

    private SlicesLikeThis() {}

    /// What can be done with a slice.
    ///
    /// @param utid its thread, or null when it is of none
    public static List<Choice> of(String name, Long utid) {
        String shortName = name.length() > LONGEST ? name.substring(0, LONGEST) + "…" : name;
        List<Choice> choices = new ArrayList<>();
        choices.add(new Choice("All slices with this name as a track", shortName, sql(name, ""), null));
        choices.add(
                new Choice("All slices with this name, a track for each thread", shortName, sql(name, ""), "owner"));
        if (utid != null) {
            choices.add(new Choice(
                    "This thread’s slices with this name as a track",
                    shortName + " of this thread",
                    sql(name, " AND tt.utid = " + utid),
                    null));
            choices.add(new Choice(
                    "This thread’s slices, a track for each name",
                    "Slices by name",
                    sql(null, "tt.utid = " + utid),
                    "name"));
        }
        return choices;
    }

    private static String sql(String name, String more) {
        return """
            SELECT s.ts, s.dur, s.name, s.id AS slice_id, s.track_id, s.arg_set_id,
              coalesce(concat_ws(' ', th.name, th.tid), concat_ws(' ', p.name, p.pid), t.name) AS owner
            FROM slice AS s
            LEFT JOIN track AS t ON t.id = s.track_id
            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process_track AS pt ON pt.id = s.track_id
            LEFT JOIN process AS p ON p.upid = pt.upid
            WHERE %s%s
            ORDER BY s.ts\
            """.formatted(name == null ? "" : "s.name = '" + name.replace("'", "''") + "'", more);
    }

    /// A button that offers them.
    public static MenuButton button(AppContext context, String name, Long utid) {
        MenuButton button = new MenuButton("", new Icon("timeline", 15));
        button.setId("details-tracks");
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT, "tg-icon-menu");
        button.setAccessibleRole(AccessibleRole.MENU_BUTTON);
        button.setAccessibleText("Tracks of slices like this");
        Hints.set(button, "Tracks of slices like this");
        for (Choice choice : of(name, utid)) {
            MenuItem item = new MenuItem(choice.words());
            item.setOnAction(e -> show(context, choice));
            button.getItems().add(item);
        }
        return button;
    }

    /// Makes the tracks.
    public static void show(AppContext context, Choice choice) {
        DebugTrackTask.show(context, choice.sql(), choice.title(), choice.by());
    }
}
