package traceglass.app.ui;

import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.util.Duration;

/// Makes buttons that show only an icon.
public final class IconButton {

    private IconButton() {}

    /// @param size  of the icon; the button is 28, or 22 when the icon is below 16
    /// @param title for the tooltip and for screen readers
    public static Button of(String icon, double size, String title, Runnable action) {
        Button b = new Button(null, new Icon(icon, size));
        b.getStyleClass().add("tg-icon-button");
        if (size < 16) {
            b.getStyleClass().add("tg-icon-button-small");
        }
        b.setTooltip(tooltip(title));
        b.setAccessibleText(title);
        b.setOnAction(e -> action.run());
        return b;
    }

    /// A tooltip that comes as soon as the design wants it.
    public static Tooltip tooltip(String text) {
        Tooltip t = new Tooltip(text);
        t.setShowDelay(Duration.millis(350));
        t.setHideDelay(Duration.millis(80));
        t.setMaxWidth(420);
        t.setWrapText(true);
        return t;
    }
}
