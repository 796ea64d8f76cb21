package traceglass.app.panel.flame;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The one flame graph that a window keeps to compare others with. Both of its traces share it, so that a graph of the
/// one is compared with one of the other; it goes when the trace that it is of is closed. Used on the JavaFX thread.
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
