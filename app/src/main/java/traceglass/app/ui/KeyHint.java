package traceglass.app.ui;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import traceglass.app.command.KeyChord;

/// The key that does the same as a large button, written in the button behind its words.
public final class KeyHint {

    private KeyHint() {}

    /// Puts words, key and, where the button has one, its icon side by side. The button's own words stay its name
    /// for screen readers.
    ///
    /// @param key or null for a button without one
    public static void add(Button button, KeyChord key) {
        if (key == null) {
            return;
        }
        Label hint = new Label(key.toString());
        hint.getStyleClass().add("tg-key-hint");
        Label words = new Label(button.getText());
        words.getStyleClass().add("tg-key-hint-words");
        Node icon = button.getGraphic();
        HBox content = icon == null ? new HBox(8, words, hint) : new HBox(6, icon, words, hint);
        content.setAlignment(Pos.CENTER);
        button.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        button.setAccessibleText(button.getText());
        button.setGraphic(content);
    }
}
