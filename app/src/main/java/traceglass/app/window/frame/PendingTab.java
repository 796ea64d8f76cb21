package traceglass.app.window.frame;

import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.event.EventHandler;
import javafx.scene.Node;
import javafx.scene.input.InputEvent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import traceglass.app.ui.DetailsPane;

/// Selects a tab of the details pane as soon as it is available, and keeps it selected. Tabs about the selection
/// become available only when their content has been read; other tabs must not stay selected in the meantime. Waiting
/// ends when the user clicks, presses a key, or asks for a tab in another way, such as by a command of a menu.
public final class PendingTab {

    private final DetailsPane detailsPane;
    private final Node window;
    private String id = "";
    private final InvalidationListener tabListener = o -> Platform.runLater(this::choose);
    private final EventHandler<InputEvent> stopWaiting = e -> selectWhenAvailable("");
    private final Runnable whenOtherChosen = () -> selectWhenAvailable("");

    /// @param window node where a click or a key ends the wait
    public PendingTab(DetailsPane detailsPane, Node window) {
        this.detailsPane = detailsPane;
        this.window = window;
    }

    /// Returns the id of the awaited tab, or an empty string.
    public String id() {
        return id;
    }

    /// Starts waiting for a tab, or stops if the id is empty. Does not open the details pane.
    public void selectWhenAvailable(String newId) {
        detailsPane.selectedProperty().removeListener(tabListener);
        detailsPane.tabs().forEach(t -> t.availableProperty().removeListener(tabListener));
        detailsPane.removeChosenListener(whenOtherChosen);
        window.removeEventFilter(MouseEvent.MOUSE_PRESSED, stopWaiting);
        window.removeEventFilter(KeyEvent.KEY_PRESSED, stopWaiting);
        id = newId;
        if (!id.isEmpty()) {
            detailsPane.selectedProperty().addListener(tabListener);
            detailsPane.tab(id).ifPresent(t -> t.availableProperty().addListener(tabListener));
            detailsPane.addChosenListener(whenOtherChosen);
            window.addEventFilter(MouseEvent.MOUSE_PRESSED, stopWaiting);
            window.addEventFilter(KeyEvent.KEY_PRESSED, stopWaiting);
            choose();
        }
    }

    private void choose() {
        detailsPane
                .tab(id)
                .filter(t -> t.availableProperty().get()
                        && detailsPane.selectedProperty().get() != t)
                .ifPresent(detailsPane::selectForProgram);
    }
}
