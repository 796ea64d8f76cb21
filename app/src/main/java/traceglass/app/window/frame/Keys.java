package traceglass.app.window.frame;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import traceglass.app.command.KeyChord;
import traceglass.app.ui.Styles;

/// Draws keys as keycaps.
public final class Keys {

    private Keys() {}

    public static HBox of(KeyChord chord) {
        return of(chord.keys().toArray(String[]::new));
    }

    /// Returns one keycap per key; a `+` between keys is drawn without a box.
    public static HBox of(String... keys) {
        HBox box = new HBox(4);
        box.setAlignment(Pos.CENTER_RIGHT);
        for (String key : keys) {
            Label label = new Label(key);
            label.getStyleClass().add(key.equals("+") ? Styles.TEXT_3 : Styles.KEY);
            label.setMinWidth(Region.USE_PREF_SIZE);
            box.getChildren().add(label);
        }
        return box;
    }
}
