package traceglass.app.ui;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;

/// Makes boxes in a bar tabs for the keyboard and for screen readers: Tab reaches the one in front, the arrow keys go
/// on to the others.
public final class TabKeys {

    private TabKeys() {}

    /// @param name what a screen reader says; empty when it is set elsewhere
    /// @param choose brings the tab of a box to the front; the boxes may be made anew by that
    public static void install(Pane bar, Node tab, String name, Consumer<Node> choose) {
        tab.setAccessibleRole(AccessibleRole.TAB_ITEM);
        if (!name.isEmpty()) {
            tab.setAccessibleText(name);
        }
        tab.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            List<Node> tabs = bar.getChildren();
            int at = tabs.indexOf(tab);
            int to = switch (e.getCode()) {
                case LEFT -> Math.floorMod(at - 1, tabs.size());
                case RIGHT -> (at + 1) % tabs.size();
                case HOME -> 0;
                case END -> tabs.size() - 1;
                case ENTER, SPACE -> at;
                default -> -1;
            };
            if (to >= 0 && at >= 0 && !e.isShortcutDown() && !e.isAltDown()) {
                choose.accept(tabs.get(to));
                bar.getChildren().get(to).requestFocus();
                e.consume();
            }
        });
    }

    /// Marks the tab in front, the only one that Tab reaches.
    ///
    /// @param front what the front one has as its user data
    public static void mark(Pane bar, Object front) {
        for (Node tab : bar.getChildren()) {
            boolean chosen = tab.getUserData() == front;
            tab.pseudoClassStateChanged(Styles.SELECTED, chosen);
            tab.setFocusTraversable(chosen);
        }
    }
}
