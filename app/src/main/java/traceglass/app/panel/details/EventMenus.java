package traceglass.app.panel.details;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.AccessibleRole;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.subject.Subjects;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Hints;

/// What can be done with an event: menus beside its name, and commands.
final class EventMenus {

    private EventMenus() {}

    /// A button that offers the choices of a menu.
    static MenuButton button(AppContext context, EventMenu menu) {
        MenuButton button = new MenuButton("", new Icon(menu.icon(), 15));
        button.setId("details-" + menu.id());
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT, "tg-icon-menu");
        button.setAccessibleRole(AccessibleRole.MENU_BUTTON);
        button.setAccessibleText(menu.title());
        Hints.set(button, menu.title());
        for (EventMenu.Choice choice : menu.choices()) {
            MenuItem item = new MenuItem(choice.words());
            item.setId("details-list-" + choice.id().substring(choice.id().indexOf('.') + 1));
            item.setOnAction(e -> run(context, choice.action()));
            button.getItems().add(item);
        }
        return button;
    }

    /// Registers a command for each choice of each table.
    ///
    /// @param shown the event whose details are shown, or null
    static void register(AppContext context, Supplier<EventDetails> shown) {
        for (EventTable table : Subjects.tables()) {
            for (EventMenu menu : table.menus()) {
                menu.choices().forEach(choice -> register(context, menu, choice, shown));
            }
        }
    }

    private static void register(
            AppContext context, EventMenu menu, EventMenu.Choice choice, Supplier<EventDetails> shown) {
        context.commands()
                .register(Command.of(
                        choice.id(),
                        menu.group(),
                        "Of the selected " + menu.event() + ": "
                                + choice.words().substring(0, 1).toLowerCase(Locale.ROOT)
                                + choice.words().substring(1),
                        menu.icon(),
                        "",
                        () -> find(shown.get(), choice.id()).isPresent(),
                        () -> find(shown.get(), choice.id()).ifPresent(c -> run(context, c.action()))));
    }

    private static Optional<EventMenu.Choice> find(EventDetails details, String id) {
        return details == null
                ? Optional.empty()
                : details.head().menus().stream()
                        .flatMap(m -> m.choices().stream())
                        .filter(c -> c.id().equals(id))
                        .findFirst();
    }

    private static void run(AppContext context, EventMenu.Action action) {
        switch (action) {
            case EventMenu.OpenSql o -> context.navigator().openSql(o.sql(), true);
            case EventMenu.ListEvents l -> ListPanel.show(context, l.query());
            case EventMenu.MakeTracks t -> DebugTrackTask.show(context, t.sql(), t.title(), t.by());
        }
    }
}
