package traceglass.app.ui;

import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.Region;

/// Creates buttons with icon and label for the toolbar above a grid.
public final class ToolButton {

    private ToolButton() {}

    public static Button of(String icon, String label) {
        return styled(new Button(label, new Icon(icon, 15)));
    }

    /// Creates a button.
    ///
    /// @param id node id of the button
    public static Button of(String icon, String label, String id, Runnable action) {
        Button b = of(icon, label);
        b.setId(id);
        b.setOnAction(_ -> action.run());
        return b;
    }

    /// Creates a button that opens a menu.
    public static MenuButton menu(String icon, String label) {
        MenuButton b = styled(new MenuButton(label, new Icon(icon, 15)));
        b.getStyleClass().add("tg-toolbar-menu");
        return b;
    }

    private static <B extends ButtonBase> B styled(B b) {
        b.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        b.setMinWidth(Region.USE_PREF_SIZE);
        return b;
    }
}
