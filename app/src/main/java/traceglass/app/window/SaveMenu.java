package traceglass.app.window;

import java.util.List;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import traceglass.app.command.Commands;
import traceglass.app.export.ExportCommands;
import traceglass.app.window.frame.CommandMenu;

/// The menu of the export button: pictures, the trace in other formats, part of it, merging, the project, SQL and a
/// link.
final class SaveMenu {

    private static final List<List<String>> GROUPS = List.of(
            List.of("window.picture", "timeline.png", "timeline.svg"),
            ExportCommands.TRACES,
            List.of("project.saveas", "timeline.copysql", "trace.copylink"));
    /// Index of the formats, below the separator after the pictures.
    private static final int FORMATS_AT = 4;

    private final Commands commands;

    SaveMenu(Commands commands) {
        this.commands = commands;
    }

    /// Shows the menu below a node.
    void show(Node button) {
        ContextMenu menu = new CommandMenu(commands, GROUPS).create();
        menu.getItems()
                .add(
                        FORMATS_AT,
                        CommandMenu.submenu(
                                commands,
                                WindowTexts.SAVE_TRACE_AS,
                                WindowTexts.SAVE_TRACE_AS + " ",
                                ExportCommands.ids()));
        menu.show(button, Side.BOTTOM, 0, 2);
    }
}
