package traceglass.app.panel.sql;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Hints;

/// Whether queries of this window may use files: until it is closed, and never remembered. A button that says so, and a
/// strip that says what it means as long as they may.
final class FilesSwitch {

    private final BooleanProperty allowed = new SimpleBooleanProperty();
    private final ToggleButton button = new ToggleButton("Allow files", new Icon("lock", 15));
    private final HBox strip = new HBox(8);

    FilesSwitch() {
        button.setId("sql-files");
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        Hints.set(
                button,
                "Lets the queries of this window read and write files, attach databases and change settings, until it"
                        + " is closed");
        button.selectedProperty().bindBidirectional(allowed);
        Label words = new Label(
                "Queries of this window may now read, write and overwrite every file that you may, attach databases"
                        + " and change settings. Run only what you trust. What earlier queries have made is gone.");
        words.setWrapText(true);
        words.getStyleClass().add("tg-strip-text");
        HBox.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        Hyperlink off = new Hyperlink("Do not allow files");
        off.setId("sql-files-off");
        off.setMinWidth(Region.USE_PREF_SIZE);
        off.setOnAction(e -> allowed.set(false));
        strip.getChildren().setAll(new Icon("warn", 16), words, off);
        strip.setAlignment(Pos.CENTER_LEFT);
        strip.getStyleClass().addAll("tg-strip", "tg-warn");
        strip.setId("sql-files-strip");
        strip.visibleProperty().bind(allowed);
        strip.managedProperty().bind(allowed);
    }

    ToggleButton button() {
        return button;
    }

    HBox strip() {
        return strip;
    }

    ReadOnlyBooleanProperty allowedProperty() {
        return allowed;
    }

    void toggle() {
        allowed.set(!allowed.get());
    }
}
