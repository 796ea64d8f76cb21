package traceglass.app.ui;

import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;

/// A choice among a few, as a row of buttons of which one is down. The one that is down stays so when it is pressed
/// again.
///
/// @param <T> what is chosen, with `equals`
public final class Segments<T> extends HBox {

    private final Consumer<? super T> chosen;
    private final ToggleGroup group = new ToggleGroup();
    private final ReadOnlyObjectWrapper<T> value = new ReadOnlyObjectWrapper<>();

    /// @param chosen told what a person chose, also when it is the same again; not what [#setValue] sets
    public Segments(Consumer<? super T> chosen) {
        super(2);
        this.chosen = chosen;
        getStyleClass().add("tg-segments");
        setMinWidth(USE_PREF_SIZE);
    }

    /// Puts a button at the end.
    ///
    /// @param id of the button, or null
    public ToggleButton add(T meaning, String title, String id) {
        ToggleButton b = new ToggleButton(title);
        b.setId(id);
        b.getStyleClass().add("tg-segment");
        b.setUserData(meaning);
        b.setToggleGroup(group);
        b.setOnAction(e -> {
            setValue(meaning);
            chosen.accept(meaning);
        });
        getChildren().add(b);
        return b;
    }

    /// Takes all buttons away.
    public void clear() {
        group.getToggles().clear();
        getChildren().clear();
        value.set(null);
    }

    /// Puts the button of this down; none if there is none for it.
    public void setValue(T meaning) {
        Toggle of = toggle(meaning);
        group.selectToggle(of);
        value.set(of == null ? null : meaning);
    }

    /// What is chosen, or null.
    public T value() {
        return value.get();
    }

    /// The same, to be followed.
    public ReadOnlyObjectProperty<T> valueProperty() {
        return value.getReadOnlyProperty();
    }

    /// Whether something can be chosen.
    public void setEnabled(T meaning, boolean enabled) {
        button(meaning).setDisable(!enabled);
    }

    /// Whether something is there and can be chosen.
    public boolean isEnabled(T meaning) {
        ToggleButton b = button(meaning);
        return b != null && !b.isDisabled();
    }

    /// The button of something, or null.
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
