package traceglass.app.panel.flame;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Holds the base of flame graph comparisons in a window. Shared by both traces of the window, so that graphs of the
/// two traces can be compared; cleared when the trace of the base is closed. Used on the JavaFX thread.
final class FlameBases {

    private final ReadOnlyObjectWrapper<FlameBase> base = new ReadOnlyObjectWrapper<>();

    ReadOnlyObjectProperty<FlameBase> baseProperty() {
        return base.getReadOnlyProperty();
    }

    FlameBase base() {
        return base.get();
    }

    void set(FlameBase newBase) {
        base.set(newBase);
        if (newBase != null) {
            newBase.trace().whenClosed(() -> {
                if (base.get() != null && base.get().trace() == newBase.trace()) {
                    base.set(null);
                }
            });
        }
    }
}
