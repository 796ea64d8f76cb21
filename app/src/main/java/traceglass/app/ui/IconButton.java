package traceglass.app.ui;

import javafx.scene.control.Button;
import traceglass.render.control.Hints;

/// Makes buttons that show only an icon.
public final class IconButton {

    private IconButton() {}

    /// @param size of the icon; the button is 28, or 22 when the icon is below 16
    /// @param title for the tooltip and for screen readers
    public static Button of(String icon, double size, String title, Runnable action) {
        Button b = new Button(null, new Icon(icon, size));
        b.getStyleClass().add("tg-icon-button");
        if (size < 16) {
            b.getStyleClass().add("tg-icon-button-small");
        }
        Hints.set(b, title);
        b.setAccessibleText(title);
        b.setOnAction(e -> action.run());
        return b;
    }
}
