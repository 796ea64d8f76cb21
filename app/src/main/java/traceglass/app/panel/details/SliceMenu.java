package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.AccessibleRole;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import traceglass.analysis.details.EventFacts;
import traceglass.analysis.details.SliceQuery;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.slices.DurationScope;
import traceglass.app.context.AppContext;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Hints;

/// Lists that begin with a slice: slices like it, those around and inside it, and what its thread called and waited
/// for. The lists of Android's standard modules are queries on the SQL page.
final class SliceMenu {

    /// One list.
    ///
    /// @param id short and stable, of the command
    /// @param words what it does, as an order
    record Choice(String id, String words, Runnable action) {}

    private SliceMenu() {}

    /// Ids and words of all that there can be, for commands.
    static List<String[]> all() {
        return List.of(
                new String[] {"similar", "List all slices with this name"},
                new String[] {"ancestors", "List ancestor slices"},
                new String[] {"descendants", "List descendant slices"},
                new String[] {"binder", "List binder transactions of its thread by name"},
                new String[] {"contention", "List monitor contention of its thread"});
    }

    /// What can be listed for a slice.
    static List<Choice> of(AppContext context, EventFacts.Slice s) {
        List<Choice> choices = new ArrayList<>();
        String name = SliceQuery.name(s.name());
        for (String[] each : all()) {
            Runnable action = switch (each[0]) {
                case "similar" ->
                    () -> ListPanel.show(
                            context,
                            EventListQuery.slices(
                                    "“" + name + "” in the whole trace",
                                    DurationScope.TRACE.where(s.name(), s.trackId())));
                case "ancestors" -> s.parents().isEmpty() ? null : () -> sql(context, family("ancestor_slice", s.id()));
                case "descendants" ->
                    s.more().children().isEmpty() ? null : () -> sql(context, family("descendant_slice", s.id()));
                case "binder" ->
                    s.thread().isEmpty()
                            ? null
                            : () -> sql(context, binder(s.thread().get().utid()));
                default ->
                    s.thread().isEmpty()
                            ? null
                            : () -> sql(context, contention(s.thread().get().utid()));
            };
            if (action != null) {
                choices.add(new Choice(each[0], each[1], action));
            }
        }
        return choices;
    }

    private static void sql(AppContext context, String sql) {
        context.navigator().openSql(sql, true);
    }

    private static String family(String function, long id) {
        return "SELECT id, ts, dur, name, depth, category, track_id\nFROM " + function + "(" + id
                + ")\nORDER BY ts, depth";
    }

    /// Transactions that the thread began.
    static String binder(long utid) {
        return """
            INCLUDE PERFETTO MODULE android.binder;

            SELECT t.binder_txn_id AS slice_id, s.ts, s.dur, t.aidl_name, t.is_sync, t.server_process, t.server_thread, t.server_dur, t.binder_reply_id
            FROM android_binder_txns AS t
            JOIN slice AS s ON s.id = t.binder_txn_id
            WHERE t.client_utid = %d
            ORDER BY t.aidl_name, s.ts\
            """.formatted(utid);
    }

    /// Locks that the thread waited for, or held while others did.
    static String contention(long utid) {
        return """
            INCLUDE PERFETTO MODULE android.monitor_contention;

            SELECT id AS slice_id, ts, dur, CASE WHEN blocked_utid = %1$d THEN 'waited' ELSE 'held the lock' END AS this_thread,
              short_blocked_method, blocked_thread_name, blocked_utid, short_blocking_method, blocking_thread_name, blocking_utid, waiter_count, lock_name
            FROM android_monitor_contention
            WHERE blocked_utid = %1$d OR blocking_utid = %1$d
            ORDER BY ts\
            """.formatted(utid);
    }

    /// A button that offers them.
    static MenuButton button(AppContext context, EventFacts.Slice s) {
        MenuButton button = new MenuButton("", new Icon("table", 15));
        button.setId("details-lists");
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT, "tg-icon-menu");
        button.setAccessibleRole(AccessibleRole.MENU_BUTTON);
        button.setAccessibleText("Lists for this slice");
        Hints.set(button, "Lists for this slice");
        for (Choice choice : of(context, s)) {
            MenuItem item = new MenuItem(choice.words());
            item.setId("details-list-" + choice.id());
            item.setOnAction(e -> choice.action().run());
            button.getItems().add(item);
        }
        return button;
    }
}
