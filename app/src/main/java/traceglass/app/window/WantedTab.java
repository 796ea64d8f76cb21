package traceglass.app.window;

import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.event.EventHandler;
import javafx.scene.Node;
import javafx.scene.input.InputEvent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import traceglass.app.ui.Drawer;
import traceglass.app.ui.DrawerTab;

/// A tab of the drawer that comes to the front as soon as it is there, and stays there. Tabs about the selection are
/// there only when their contents have been read; others must not stay in front of it until then. A person who does
/// something has chosen for themselves.
final class WantedTab {

    private final Drawer drawer;
    private final Node window;
    private String id = "";
    private final InvalidationListener comeForward = o -> Platform.runLater(this::choose);
    private final EventHandler<InputEvent> stopWanting = e -> want("");

    /// @param window where a click or a key ends the wait
    WantedTab(Drawer drawer, Node window) {
        this.drawer = drawer;
        this.window = window;
    }

    /// The tab waited for, or empty.
    String id() {
        return id;
    }

    /// Waits for this tab from now on; for none when it is empty. The drawer is not opened for it.
    void want(String newId) {
        drawer.selectedProperty().removeListener(comeForward);
        drawer.tabs().forEach(t -> t.availableProperty().removeListener(comeForward));
        window.removeEventFilter(MouseEvent.MOUSE_PRESSED, stopWanting);
        window.removeEventFilter(KeyEvent.KEY_PRESSED, stopWanting);
        id = newId;
        if (!id.isEmpty()) {
            drawer.selectedProperty().addListener(comeForward);
            drawer.tab(id).ifPresent(t -> t.availableProperty().addListener(comeForward));
            window.addEventFilter(MouseEvent.MOUSE_PRESSED, stopWanting);
            window.addEventFilter(KeyEvent.KEY_PRESSED, stopWanting);
            choose();
        }
    }

    private void choose() {
        drawer.tab(id)
                .filter(t ->
                        t.availableProperty().get() && drawer.selectedProperty().get() != t)
                .ifPresent(this::bringForward);
    }

    private void bringForward(DrawerTab tab) {
        boolean open = drawer.openProperty().get();
        drawer.select(tab);
        drawer.openProperty().set(open);
    }
}
