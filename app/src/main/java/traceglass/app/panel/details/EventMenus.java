package traceglass.app.panel.details;

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
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;

/// Actions on an event, as menus next to its name and as commands.
final class EventMenus {

    private EventMenus() {}

    /// Creates a button with the choices of a menu.
    static MenuButton button(TraceSlot slot, Notices notices, EventMenu menu) {
        MenuButton button = new MenuButton("", new Icon(menu.icon(), 15));
        button.setId("details-" + menu.id());
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT, "tg-icon-menu");
        button.setAccessibleRole(AccessibleRole.MENU_BUTTON);
        button.setAccessibleText(menu.title());
        Tooltips.set(button, menu.title());
        for (EventMenu.MenuChoice choice : menu.choices()) {
            MenuItem item = new MenuItem(choice.label());
            item.setId("details-list-" + choice.id().substring(choice.id().indexOf('.') + 1));
            item.setOnAction(e -> EventActions.run(slot, notices, choice.action()));
            button.getItems().add(item);
        }
        return button;
    }

    /// Registers a command for each menu choice of each table.
    ///
    /// @param shown supplies the event whose details are shown, or null
    static void register(TraceSlot slot, Notices notices, Supplier<EventDetails> shown) {
        for (EventTable table : Subjects.tables()) {
            for (EventMenu menu : table.menus()) {
                menu.choices().forEach(choice -> register(slot, notices, menu, choice, shown));
            }
        }
    }

    private static void register(
            TraceSlot slot,
            Notices notices,
            EventMenu menu,
            EventMenu.MenuChoice choice,
            Supplier<EventDetails> shown) {
        slot.host()
                .commands()
                .register(Command.of(
                        choice.id(),
                        menu.group(),
                        DetailsTexts.menuCommand(menu.event(), choice.label()),
                        menu.icon(),
                        "",
                        () -> find(shown.get(), choice.id()).isPresent(),
                        () -> find(shown.get(), choice.id())
                                .ifPresent(c -> EventActions.run(slot, notices, c.action()))));
    }

    private static Optional<EventMenu.MenuChoice> find(EventDetails details, String id) {
        return details == null
                ? Optional.empty()
                : details.head().menus().stream()
                        .flatMap(m -> m.choices().stream())
                        .filter(c -> c.id().equals(id))
                        .findFirst();
    }
}
