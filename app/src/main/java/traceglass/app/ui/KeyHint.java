package traceglass.app.ui;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import traceglass.app.command.KeyChord;

/// Shows the keyboard shortcut of a large button after its label.
public final class KeyHint {

    private KeyHint() {}

    /// Lays out label, shortcut and, if the button has one, icon in a row. The button's text stays its accessible
    /// name.
    ///
    /// @param key the shortcut, or null for none
    public static void add(Button button, KeyChord key) {
        if (key == null) {
            return;
        }
        Label hint = new Label(key.toString());
        hint.getStyleClass().add("tg-key-hint");
        Label label = new Label(button.getText());
        label.getStyleClass().add("tg-key-hint-label");
        Node icon = button.getGraphic();
        HBox content = icon == null ? new HBox(8, label, hint) : new HBox(6, icon, label, hint);
        content.setAlignment(Pos.CENTER);
        button.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        button.setAccessibleText(button.getText());
        button.setGraphic(content);
    }
}
