package traceglass.app.ui;

import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;

/// Single choice shown as a row of toggle buttons. Pressing the selected button keeps it selected.
///
/// @param <T> type of the options; needs a meaningful `equals`
public final class Segments<T> extends HBox {

    private final Consumer<? super T> onChoose;
    private final ToggleGroup group = new ToggleGroup();
    private final ReadOnlyObjectWrapper<T> value = new ReadOnlyObjectWrapper<>();

    /// Creates an empty row.
    ///
    /// @param onChoose called when the user presses a button, even the selected one; not called by [#setValue]
    public Segments(Consumer<? super T> onChoose) {
        super(2);
        this.onChoose = onChoose;
        getStyleClass().add("tg-segments");
        setMinWidth(USE_PREF_SIZE);
    }

    /// Appends a button.
    ///
    /// @param id node id of the button, or null
    public ToggleButton addSegment(T meaning, String title, String id) {
        ToggleButton b = new ToggleButton(title);
        b.setId(id);
        b.getStyleClass().add("tg-segment");
        b.setUserData(meaning);
        b.setToggleGroup(group);
        b.setOnAction(e -> {
            setValue(meaning);
            onChoose.accept(meaning);
        });
        getChildren().add(b);
        return b;
    }

    /// Removes all buttons.
    public void clear() {
        group.getToggles().clear();
        getChildren().clear();
        value.set(null);
    }

    /// Selects the button of the value, or none if it has no button.
    public void setValue(T meaning) {
        Toggle selected = toggle(meaning);
        group.selectToggle(selected);
        value.set(selected == null ? null : meaning);
    }

    /// The selected value, or null.
    public T value() {
        return value.get();
    }

    /// Property of the selected value.
    public ReadOnlyObjectProperty<T> valueProperty() {
        return value.getReadOnlyProperty();
    }

    /// Enables or disables an option.
    public void setEnabled(T meaning, boolean isEnabled) {
        button(meaning).setDisable(!isEnabled);
    }

    /// Returns whether the option exists and is enabled.
    public boolean isEnabled(T meaning) {
        ToggleButton b = button(meaning);
        return b != null && !b.isDisabled();
    }

    /// The button of an option, or null.
    public ToggleButton button(T meaning) {
        return (ToggleButton) toggle(meaning);
    }

    private Toggle toggle(T meaning) {
        return group.getToggles().stream()
                .filter(t -> Objects.equals(t.getUserData(), meaning))
                .findFirst()
                .orElse(null);
    }
}
