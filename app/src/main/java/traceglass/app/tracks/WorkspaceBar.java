package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Point2D;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.render.TimelineView;
import traceglass.store.text.DisplayText;

/// Row of buttons above the timeline, one per workspace and one for the trace's own tree; visible while there are
/// workspaces. Also creates the workspace menu next to the filter field, which is always visible.
public final class WorkspaceBar extends HBox {

    private static final int MAX_NAME_LENGTH = 40;

    private final Commands commands;
    private final TimelineView view;
    private final Workspaces workspaces;

    public WorkspaceBar(Commands commands, TimelineView view, Workspaces workspaces) {
        this.commands = commands;
        this.view = view;
        this.workspaces = workspaces;
        setId("workspaces");
        getStyleClass().add("tg-workspaces");
        setAlignment(Pos.CENTER_LEFT);
        setMinWidth(0);
        setAccessibleRole(AccessibleRole.TOOL_BAR);
        setAccessibleText(TrackTreeTexts.WORKSPACES);
        managedProperty().bind(visibleProperty());
        workspaces.allProperty().addListener(o -> show());
        workspaces.currentProperty().addListener(o -> show());
        view.handlers().setOnTreeMenu(at -> menu().show(view, at.getX(), at.getY()));
        show();
    }

    private void show() {
        setVisible(!workspaces.all().isEmpty());
        if (!isVisible()) {
            getChildren().clear();
            return;
        }
        List<Node> buttons = new ArrayList<>();
        buttons.add(button(TrackTreeTexts.ALL_TRACKS, null));
        workspaces.all().forEach(w -> buttons.add(button(w.name(), w)));
        var more = IconButton.of("plus", 14, TrackTreeTexts.CREATE_OR_FILL_WORKSPACE, () -> {});
        more.setId("workspaces-more");
        more.setOnAction(e -> {
            Point2D at = more.localToScreen(0, more.getHeight() + 2);
            menu().show(more, at.getX(), at.getY());
        });
        buttons.add(more);
        if (workspaces.current() != null && workspaces.current().tree().isEmpty()) {
            Label empty = new Label(TrackTreeTexts.WORKSPACE_EMPTY);
            empty.setId("workspace-empty");
            empty.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            empty.setMinWidth(0);
            buttons.add(empty);
        }
        getChildren().setAll(buttons);
    }

    private ToggleButton button(String name, Workspace workspace) {
        String line = DisplayText.oneLine(name);
        ToggleButton button = new ToggleButton();
        button.setMnemonicParsing(false);
        button.setText(line.length() > MAX_NAME_LENGTH ? line.substring(0, MAX_NAME_LENGTH) + "…" : line);
        button.getStyleClass().add("tg-workspace");
        boolean isChosen = workspace == null
                ? workspaces.current() == null
                : workspaces.current() != null && workspaces.current().id() == workspace.id();
        button.setSelected(isChosen);
        button.setAccessibleText(
                workspace == null ? TrackTreeTexts.ALL_TRACKS_OF_TRACE : TrackTreeTexts.workspace(line));
        button.setOnAction(e -> {
            button.setSelected(true);
            workspaces.show(workspace);
            view.requestFocus();
        });
        if (workspace != null) {
            button.setContextMenu(new ContextMenu(
                    item(TrackTreeTexts.RENAME, () -> {
                        workspaces.show(workspace);
                        commands.run("workspace.rename");
                    }),
                    item(TrackTreeTexts.REMOVE, () -> workspaces.remove(workspace))));
        }
        return button;
    }

    /// Menu to switch, create and fill workspaces.
    ContextMenu menu() {
        ContextMenu menu = new ContextMenu();
        List<MenuItem> items = menu.getItems();
        items.add(choice(TrackTreeTexts.ALL_TRACKS, null));
        workspaces.all().forEach(w -> items.add(choice(DisplayText.oneLine(w.name()), w)));
        items.add(new SeparatorMenuItem());
        Menu copies = new Menu(TrackTreeTexts.COPY_TO_WORKSPACE);
        Menu predefined = new Menu(TrackTreeTexts.PREDEFINED);
        for (Command c : commands.all()) {
            if (c.id().startsWith("workspace.copy")) {
                addCommandItem(c, TrackTreeTexts.copyItem(c.title()), copies.getItems()::add);
            } else if (c.icon().equals("star") && c.id().startsWith("workspace.")) {
                addCommandItem(c, c.title(), predefined.getItems()::add);
            } else if (c.id().startsWith("workspace.")
                    && !c.id().equals("workspace.switch")
                    && !c.id().equals("workspace.all")) {
                addCommandItem(c, c.title(), items::add);
            }
        }
        items.add(copies);
        if (!predefined.getItems().isEmpty()) {
            items.add(predefined);
        }
        return menu;
    }

    private static void addCommandItem(Command c, String title, Consumer<MenuItem> add) {
        if (c.enabled().getAsBoolean()) {
            add.accept(item(title, c.action()));
        }
    }

    private RadioMenuItem choice(String name, Workspace workspace) {
        RadioMenuItem item = new RadioMenuItem(name);
        item.setMnemonicParsing(false);
        item.setSelected(
                workspace == null
                        ? workspaces.current() == null
                        : workspaces.current() != null && workspaces.current().id() == workspace.id());
        item.setOnAction(e -> workspaces.show(workspace));
        return item;
    }

    private static MenuItem item(String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setOnAction(e -> action.run());
        return item;
    }
}
