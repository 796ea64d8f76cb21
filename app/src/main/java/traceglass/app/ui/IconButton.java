package traceglass.app.ui;

import javafx.scene.control.Button;
import traceglass.render.control.Tooltips;

/// Creates buttons that show only an icon.
public final class IconButton {

    private IconButton() {}

    /// Creates an icon button.
    ///
    /// @param size size of the icon in pixels; the button is 28 px, or 22 px for icons below 16 px
    /// @param title tooltip and accessible text
    public static Button of(String icon, double size, String title, Runnable action) {
        Button b = new Button(null, new Icon(icon, size));
        b.getStyleClass().add("tg-icon-button");
        if (size < 16) {
            b.getStyleClass().add("tg-icon-button-small");
        }
        Tooltips.set(b, title);
        b.setAccessibleText(title);
        b.setOnAction(e -> action.run());
        return b;
    }
}
