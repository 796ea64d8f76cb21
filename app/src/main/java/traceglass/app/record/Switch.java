package traceglass.app.record;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import traceglass.app.ui.Styles;

/// An on/off switch. Its style sheet defines the size, which follows the text size.
final class Switch extends Region {

    /// Diameter of the knob as a share of the height.
    private static final double KNOB = 14 / 18.;

    private final BooleanProperty isOn = new SimpleBooleanProperty();
    private final Region knob = new Region();

    Switch(String title) {
        getStyleClass().add("tg-switch");
        knob.getStyleClass().add("tg-switch-knob");
        knob.setManaged(false);
        getChildren().add(knob);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TOGGLE_BUTTON);
        setAccessibleText(title);
        isOn.addListener((_, _, newValue) -> {
            pseudoClassStateChanged(Styles.SELECTED, newValue);
            requestLayout();
        });
        setOnMouseClicked(e -> {
            toggle();
            e.consume();
        });
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.SPACE || e.getCode() == KeyCode.ENTER) {
                toggle();
                e.consume();
            }
        });
    }

    private void toggle() {
        isOn.set(!isOn.get());
    }

    BooleanProperty onProperty() {
        return isOn;
    }

    @Override
    protected void layoutChildren() {
        double size = getHeight() * KNOB;
        double gap = (getHeight() - size) / 2;
        knob.resizeRelocate(isOn.get() ? getWidth() - size - gap : gap, gap, size, size);
    }
}
