package traceglass.app.ui;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;

/// Makes nodes of a bar accessible as tabs: the Tab key reaches the selected one, arrow keys move to the others.
public final class TabKeys {

    private TabKeys() {}

    /// Installs keyboard and screen reader support for a tab.
    ///
    /// @param name accessible name; empty if it is set elsewhere
    /// @param choose selects the tab of a node; may recreate the nodes of the bar
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

    /// Marks the selected tab, the only one that the Tab key reaches.
    ///
    /// @param selected user data of the selected tab
    public static void markSelected(Pane bar, Object selected) {
        for (Node tab : bar.getChildren()) {
            boolean isChosen = tab.getUserData() == selected;
            tab.pseudoClassStateChanged(Styles.SELECTED, isChosen);
            tab.setFocusTraversable(isChosen);
        }
    }
}
