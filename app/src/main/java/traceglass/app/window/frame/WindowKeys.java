package traceglass.app.window.frame;

import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyEvent;
import jfx.incubator.scene.control.richtext.RichTextArea;
import traceglass.app.command.Command;
import traceglass.app.command.Commands;

/// Runs the commands of keys that no control has consumed. In text fields, only keys with a modifier run commands.
public final class WindowKeys {

    private WindowKeys() {}

    public static void install(Node root, Commands commands) {
        root.addEventHandler(KeyEvent.ANY, e -> {
            Scene scene = root.getScene();
            boolean isTyping = scene != null && scene.getFocusOwner() != null && isTextInput(scene.getFocusOwner());
            Command c = commands.find(e, isTyping);
            if (c != null) {
                e.consume();
                c.action().run();
            }
        });
    }

    private static boolean isTextInput(Node focus) {
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
