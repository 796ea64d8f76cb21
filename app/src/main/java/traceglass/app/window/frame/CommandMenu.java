package traceglass.app.window.frame;

import java.util.List;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.ui.Icon;

/// Menu of commands below a button. Commands that can't run now are disabled.
public final class CommandMenu {

    private final Commands commands;
    private final List<List<String>> groups;

    /// @param groups ids of the commands in groups, which are separated by lines
    public CommandMenu(Commands commands, List<List<String>> groups) {
        this.commands = commands;
        this.groups = groups;
    }

    /// Shows the menu below a node.
    public void show(Node button) {
        create().show(button, Side.BOTTOM, 0, 2);
    }

    /// Creates the menu for the current state of the window.
    public ContextMenu create() {
        ContextMenu menu = new ContextMenu();
        for (List<String> group : groups) {
            if (!menu.getItems().isEmpty()) {
                menu.getItems().add(new SeparatorMenuItem());
            }
            group.forEach(id -> menu.getItems().add(item(commands.get(id))));
        }
        return menu;
    }

    /// Adds a menu of commands within this one.
    ///
    /// @param ids commands, whose titles are shown without the common `prefix`
    public static Menu submenu(Commands commands, String title, String prefix, List<String> ids) {
        Menu menu = new Menu(title);
        for (String id : ids) {
            MenuItem item = item(commands.get(id));
            String text = item.getText();
            item.setText(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
            menu.getItems().add(item);
        }
        menu.setDisable(menu.getItems().stream().allMatch(MenuItem::isDisable));
        return menu;
    }

    private static MenuItem item(Command command) {
        MenuItem item = new MenuItem(command.title(), command.icon().isEmpty() ? null : new Icon(command.icon(), 14));
        item.setId("menu-" + command.id());
        item.setMnemonicParsing(false);
        item.setDisable(!command.enabled().getAsBoolean());
        item.setOnAction(_ -> command.action().run());
        return item;
    }
}
