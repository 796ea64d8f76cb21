package traceglass.render;

import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.model.track.TrackKind;
import traceglass.model.track.TrackNode;

/// The menu of a track, unless the application shows one of its own.
final class TrackMenu {

    private static final int[] FACTORS = {1, 2, 4, 8, 16, 32};

    private final TimelineView view;
    private ContextMenu shown;

    TrackMenu(TimelineView view) {
        this.view = view;
    }

    /// Shows the menu at a point of the screen.
    void show(TrackNode node, Point2D screen) {
        if (shown != null) {
            shown.hide();
        }
        shown = menu(node);
        shown.show(view, screen.getX(), screen.getY());
    }

    ContextMenu menu(TrackNode node) {
        ContextMenu menu = new ContextMenu();
        boolean pinned = view.isPinned(node.key());
        menu.getItems().add(item(pinned ? "Unpin" : "Pin to the top", () -> view.setPinned(node.key(), !pinned)));
        if (node.isGroup()) {
            menu.getItems().add(item("Open all in it", () -> view.setExpanded(other -> holds(node, other), true)));
            menu.getItems().add(item("Close all in it", () -> view.setExpanded(other -> holds(node, other), false)));
        }
        if (node.kind() == TrackKind.SLICES) {
            boolean flat = view.isFlat(node.key());
            menu.getItems().add(item(flat ? "Show with labels" : "Show low, without labels", () -> view.setFlat(node.key(), !flat)));
        }
        if (node.kind() == TrackKind.COUNTER) {
            menu.getItems().add(heights(node));
        }
        menu.getItems().add(new SeparatorMenuItem());
        menu.getItems().add(item("Copy name", () -> copy(node.name())));
        return menu;
    }

    private Menu heights(TrackNode node) {
        Menu menu = new Menu("Height");
        ToggleGroup group = new ToggleGroup();
        for (int factor : FACTORS) {
            RadioMenuItem item = new RadioMenuItem("× " + factor);
            item.setToggleGroup(group);
            item.setSelected(view.counterFactor(node.key()) == factor);
            item.setOnAction(_ -> view.setCounterFactor(node.key(), factor));
            menu.getItems().add(item);
        }
        return menu;
    }

    private static MenuItem item(String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setOnAction(_ -> action.run());
        return item;
    }

    private static boolean holds(TrackNode group, TrackNode wanted) {
        return group.key().equals(wanted.key()) || group.children().stream().anyMatch(child -> holds(child, wanted));
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
