package traceglass.app.record;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import traceglass.app.ui.Styles;

/// An on/off switch of 30 x 18 px.
final class Switch extends Region {

    private static final double WIDTH = 30;
    private static final double HEIGHT = 18;
    private static final double KNOB = 14;

    private final BooleanProperty on = new SimpleBooleanProperty();
    private final Region knob = new Region();

    Switch(String title) {
        getStyleClass().add("tg-switch");
        setMinSize(WIDTH, HEIGHT);
        setPrefSize(WIDTH, HEIGHT);
        setMaxSize(WIDTH, HEIGHT);
        knob.getStyleClass().add("tg-switch-knob");
        knob.setManaged(false);
        getChildren().add(knob);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TOGGLE_BUTTON);
        setAccessibleText(title);
        on.addListener((o, was, is) -> {
            pseudoClassStateChanged(Styles.SELECTED, is);
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
        on.set(!on.get());
    }

    BooleanProperty onProperty() {
        return on;
    }

    @Override
    protected void layoutChildren() {
        double gap = (HEIGHT - KNOB) / 2;
        knob.resizeRelocate(on.get() ? WIDTH - KNOB - gap : gap, gap, KNOB, KNOB);
    }
}
