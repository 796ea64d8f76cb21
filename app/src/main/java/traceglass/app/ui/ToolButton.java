package traceglass.app.ui;

import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.Region;

/// Makes buttons with an icon and words, as they stand in the row of tools above a grid.
public final class ToolButton {

    private ToolButton() {}

    public static Button of(String icon, String words) {
        return dressed(new Button(words, new Icon(icon, 15)));
    }

    /// @param id of the node
    public static Button of(String icon, String words, String id, Runnable action) {
        Button b = of(icon, words);
        b.setId(id);
        b.setOnAction(_ -> action.run());
        return b;
    }

    /// A button that opens a menu.
    public static MenuButton menu(String icon, String words) {
        MenuButton b = dressed(new MenuButton(words, new Icon(icon, 15)));
        b.getStyleClass().add("tg-tool-menu");
        return b;
    }

    private static <B extends ButtonBase> B dressed(B b) {
        b.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        b.setMinWidth(Region.USE_PREF_SIZE);
        return b;
    }
}
