package traceglass.app.ui;

import javafx.animation.Animation;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.stage.Window;
import javafx.util.Duration;
import jfx.incubator.scene.control.richtext.RichTextArea;

/// Runs endless animations only while their nodes are in a window that is showing. JavaFX references running
/// animations, and through them all nodes of a closed window.
public final class VisibleAnimations {

    private static final Duration BLINK = Duration.seconds(1);

    private VisibleAnimations() {}

    /// Plays the animation while the node is in a window that is showing.
    public static void play(Node node, Animation animation) {
        follow(node, animation::play, animation::stop);
    }

    /// Lets the caret of an editor blink while the editor is in a window that is showing. The editor's own
    /// animation never ends.
    public static void blink(RichTextArea area) {
        area.setCaretBlinkPeriod(Duration.ZERO);
        follow(area, () -> area.setCaretBlinkPeriod(BLINK), () -> area.setCaretBlinkPeriod(Duration.ZERO));
    }

    private static void follow(Node node, Runnable start, Runnable stop) {
        ObservableValue<Boolean> showing = node.sceneProperty()
                .flatMap(Scene::windowProperty)
                .flatMap(Window::showingProperty)
                .orElse(false);
        showing.addListener((_, _, newValue) -> {
            if (newValue) {
                start.run();
            } else {
                stop.run();
            }
        });
        // Only its own listener references the observable, so the node must keep it from being garbage-collected.
        node.getProperties().put(VisibleAnimations.class, showing);
        if (showing.getValue()) {
            start.run();
        }
    }
}
