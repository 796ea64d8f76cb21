package traceglass.app.window.frame;

import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Scene;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Page;

/// Keeps the focus in the page when the focused control disappears. JavaFX then moves the focus to the first
/// control of the window, the logo, where pressing space would leave the page.
public final class PageFocus {

    private final Node sidebar;
    private final Supplier<Page> page;

    private PageFocus(Node sidebar, Supplier<Page> page) {
        this.sidebar = sidebar;
        this.page = page;
    }

    /// @param root the root of the scene, now or later
    /// @param sidebar node that must not keep a focus that it got by default
    /// @param page the page shown
    public static void install(Node root, Node sidebar, Supplier<Page> page) {
        PageFocus keeper = new PageFocus(sidebar, page);
        root.sceneProperty().addListener((_, _, newValue) -> {
            if (newValue != null) {
                keeper.follow(newValue);
            }
        });
    }

    /// Shows the page again if the sidebar got the focus without a user action.
    private void follow(Scene scene) {
        scene.focusOwnerProperty().addListener((_, oldValue, newValue) -> {
            // If no control had the focus before, the focus was lost; keys and clicks move it from one control to
            // another.
            if (oldValue == null && isInPage(newValue)) {
                FxThread.later(() -> {
                    if (isInPage(scene.getFocusOwner())) {
                        focusPage();
                    }
                });
            }
        });
    }

    private void focusPage() {
        Node content = page.get().node();
        // Without a focusable control, the page itself takes the focus.
        content.requestFocus();
        page.get().onShown();
    }

    private boolean isInPage(Node node) {
        Node n = node;
        while (n != null && n != sidebar) {
            n = n.getParent();
        }
        return n != null;
    }
}
