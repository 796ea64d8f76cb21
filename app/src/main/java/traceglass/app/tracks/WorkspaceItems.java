package traceglass.app.tracks;

import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.Messages;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.bar.StatusBar;
import traceglass.render.action.TrackControls;
import traceglass.render.item.Branch;
import traceglass.store.text.DisplayText;

/// Items for workspaces in the menu of a track.
public final class WorkspaceItems {

    private WorkspaceItems() {}

    /// Adds the items.
    ///
    /// @param node the track or group
    /// @param nodes the selected tracks of the same kind, or only the node
    public static void add(
            List<MenuItem> items,
            Messages messages,
            TrackControls tracks,
            Workspaces workspaces,
            TrackNode node,
            List<TrackNode> nodes) {
        items.add(copies(TrackTreeTexts.copyToWorkspace(nodes.size()), messages, workspaces, nodes, false));
        items.add(copies(TrackTreeTexts.copyToWorkspaceAndShow(nodes.size()), messages, workspaces, nodes, true));
        if (workspaces.current() != null) {
            List<Branch> groups = workspaces.groups().stream()
                    .filter(g -> !g.key().equals(node.key()))
                    .toList();
            if (!groups.isEmpty()) {
                Menu into = new Menu(TrackTreeTexts.MOVE_TO_GROUP);
                groups.forEach(g -> into.getItems()
                        .add(item(
                                DisplayText.oneLine(g.name()),
                                () -> nodes.forEach(n -> workspaces.moveInto(n.key(), g.key())))));
                items.add(into);
            }
            items.add(item(
                    TrackTreeTexts.removeFromWorkspace(nodes.size()),
                    () -> nodes.forEach(n -> workspaces.removeTrack(n.key()))));
        }
    }

    private static Menu copies(
            String title, Messages messages, Workspaces workspaces, List<TrackNode> nodes, boolean showsWorkspace) {
        Menu menu = new Menu(title);
        for (Workspace w : workspaces.all()) {
            menu.getItems()
                    .add(item(
                            DisplayText.oneLine(w.name()),
                            () -> copy(messages.status(), workspaces, w, nodes, showsWorkspace)));
        }
        if (!workspaces.all().isEmpty()) {
            menu.getItems().add(new SeparatorMenuItem());
        }
        menu.getItems()
                .add(item(
                        TrackTreeTexts.NEW_WORKSPACE,
                        () -> messages.prompt().ask(TrackTreeTexts.ASK_WORKSPACE_NAME, "", name -> {
                            if (!name.isBlank()) {
                                copy(
                                        messages.status(),
                                        workspaces,
                                        workspaces.create(name, List.of()),
                                        nodes,
                                        showsWorkspace);
                            }
                        })));
        return menu;
    }

    private static void copy(
            StatusBar status,
            Workspaces workspaces,
            Workspace workspace,
            List<TrackNode> nodes,
            boolean showsWorkspace) {
        Workspace filled = workspaces.add(workspace, BranchTrees.flat(nodes));
        status.setState("copy", CommonTexts.COPIED, TrackTreeTexts.toWorkspace(filled.name()));
        if (showsWorkspace) {
            workspaces.show(filled);
        }
    }

    private static MenuItem item(String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setMnemonicParsing(false);
        item.setOnAction(e -> action.run());
        return item;
    }
}
