package traceglass.app.window;

import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.model.track.TrackKind;
import traceglass.model.track.TrackNode;
import traceglass.render.TimelineView;

/// What can be done with one track, as a menu.
final class TrackMenu {

    private static final List<Integer> COUNTER_FACTORS = List.of(1, 2, 4, 8, 16, 32);

    private final TimelineView view;
    private ContextMenu shown;

    TrackMenu(TimelineView view) {
        this.view = view;
        view.setOnTrackMenu(this::show);
    }

    private void show(TrackNode node, Point2D at) {
        if (shown != null) {
            shown.hide();
        }
        ContextMenu menu = new ContextMenu();
        String key = node.key();
        if (node.isGroup()) {
            add(menu, view.tracks().isExpanded(key) ? "Close the group" : "Open the group", () -> view.tracks().toggle(key));
            add(menu, "Open it and all in it", () -> view.tracks().setExpanded(n -> n == node || isIn(node, n), true));
        } else {
            add(menu, view.tracks().isPinned(key) ? "Unpin" : "Pin to the top", () -> view.tracks().setPinned(key, !view.tracks().isPinned(key)));
        }
        if (node.kind() == TrackKind.SLICES) {
            add(menu, view.tracks().isFlat(key) ? "Full height" : "Flat", () -> view.tracks().setFlat(key, !view.tracks().isFlat(key)));
        }
        if (node.kind() == TrackKind.COUNTER) {
            menu.getItems().add(new SeparatorMenuItem());
            for (int factor : COUNTER_FACTORS) {
                RadioMenuItem item = new RadioMenuItem("Height × " + factor);
                item.setSelected(view.tracks().counterFactor(key) == factor);
                item.setOnAction(e -> view.tracks().setCounterFactor(key, factor));
                menu.getItems().add(item);
            }
        }
        menu.getItems().add(new SeparatorMenuItem());
        add(menu, "Copy the name", () -> {
            ClipboardContent content = new ClipboardContent();
            content.putString(node.name());
            Clipboard.getSystemClipboard().setContent(content);
        });
        shown = menu;
        menu.show(view, at.getX(), at.getY());
    }

    private static boolean isIn(TrackNode group, TrackNode node) {
        return group.children().stream().anyMatch(c -> c == node || isIn(c, node));
    }

    private static void add(ContextMenu menu, String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setOnAction(e -> action.run());
        menu.getItems().add(item);
    }
}
