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

    private final BooleanProperty isAllowed = new SimpleBooleanProperty();
    private final ToggleButton button = new ToggleButton(SqlTexts.ALLOW_FILES, new Icon("lock", 15));
    private final HBox strip = new HBox(8);

    FileAccessSwitch() {
        button.setId("sql-files");
        button.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        Tooltips.set(button, SqlTexts.ALLOW_FILES_TOOLTIP);
        button.selectedProperty().bindBidirectional(isAllowed);
        Label warning = new Label(SqlTexts.FILES_ALLOWED);
        warning.setWrapText(true);
        warning.getStyleClass().add("tg-strip-text");
        HBox.setHgrow(warning, Priority.ALWAYS);
        warning.setMaxWidth(Double.MAX_VALUE);
        Hyperlink disallow = new Hyperlink(SqlTexts.DISALLOW_FILES);
        disallow.setId("sql-files-off");
        disallow.setMinWidth(Region.USE_PREF_SIZE);
        disallow.setOnAction(e -> isAllowed.set(false));
        strip.getChildren().setAll(new Icon("warn", 16), warning, disallow);
        strip.setAlignment(Pos.CENTER_LEFT);
        strip.getStyleClass().addAll("tg-strip", "tg-warn");
        strip.setId("sql-files-strip");
        strip.visibleProperty().bind(isAllowed);
        strip.managedProperty().bind(isAllowed);
    }

    ToggleButton button() {
        return button;
    }

    HBox strip() {
        return strip;
    }

    ReadOnlyBooleanProperty allowedProperty() {
        return isAllowed;
    }

    void toggle() {
        isAllowed.set(!isAllowed.get());
    }
}
