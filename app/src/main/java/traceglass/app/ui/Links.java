package traceglass.app.ui;

import javafx.scene.control.Hyperlink;
import traceglass.store.text.DisplayText;

/// Creates clickable text.
public final class Links {

    private Links() {}

    public static Hyperlink of(String text, Runnable action) {
        Hyperlink link = new Hyperlink(DisplayText.oneLine(text));
        link.getStyleClass().add(Styles.LINK);
        link.setOnAction(e -> {
            action.run();
            link.setVisited(false);
        });
        return link;
    }
}
