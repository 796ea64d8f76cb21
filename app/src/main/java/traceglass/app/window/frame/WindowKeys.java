package traceglass.app.window.frame;

import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyEvent;
import jfx.incubator.scene.control.richtext.RichTextArea;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;

/// Has keys that nobody else took do their commands. Where text is typed, only those with a modifier do.
public final class WindowKeys {

    private WindowKeys() {}

    public static void install(Node root, Commands commands) {
        root.addEventHandler(KeyEvent.ANY, e -> {
            Scene scene = root.getScene();
            boolean typing = scene != null && scene.getFocusOwner() != null && takesText(scene.getFocusOwner());
            Command c = commands.find(e, typing);
            if (c != null) {
                e.consume();
                c.action().run();
            }
        });
    }

    private static boolean takesText(Node focus) {
        for (Node n = focus; n != null; n = n.getParent()) {
            if (n instanceof TextInputControl t) {
                return t.isEditable();
            }
            if (n instanceof RichTextArea) {
                return true;
            }
        }
        return false;
    }
}
