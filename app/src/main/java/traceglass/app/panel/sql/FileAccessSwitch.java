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
import traceglass.render.control.Tooltips;

/// Toggle that lets queries in the window access files: a button, and a warning strip while access is allowed. Reset
/// when the window is closed; never stored.
final class FileAccessSwitch {

    private final BooleanProperty allowed = new SimpleBooleanProperty();
    private final ToggleButton button = new ToggleButton("Allow files", new Icon("lock", 15));
    private final HBox strip = new HBox(8);

    FileAccessSwitch() {
        button.setId("sql-files");
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        Tooltips.set(
                button,
                "Lets queries in this window read and write files, attach databases and change settings until the"
                        + " window is closed");
        button.selectedProperty().bindBidirectional(allowed);
        Label warning = new Label(
                "Queries in this window can now read and overwrite all files that you can access, attach databases"
                        + " and change settings. Run only queries that you trust. Tables created by earlier"
                        + " queries were dropped.");
        warning.setWrapText(true);
        warning.getStyleClass().add("tg-strip-text");
        HBox.setHgrow(warning, Priority.ALWAYS);
        warning.setMaxWidth(Double.MAX_VALUE);
        Hyperlink off = new Hyperlink("Disallow files");
        off.setId("sql-files-off");
        off.setMinWidth(Region.USE_PREF_SIZE);
        off.setOnAction(e -> allowed.set(false));
        strip.getChildren().setAll(new Icon("warn", 16), warning, off);
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
