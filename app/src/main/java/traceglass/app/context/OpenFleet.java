package traceglass.app.context;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.engine.fleet.Fleet;

/// The fleet that is open in a window, or none. Used on the JavaFX thread.
public final class OpenFleet {

    private final ReadOnlyObjectWrapper<Fleet> fleet = new ReadOnlyObjectWrapper<>();

    /// Property of the fleet; null if none is open.
    public ReadOnlyObjectProperty<Fleet> property() {
        return fleet.getReadOnlyProperty();
    }

    /// Returns the fleet, or null.
    public Fleet get() {
        return fleet.get();
    }

    /// Called by the page of the fleet.
    public void set(Fleet newFleet) {
        fleet.set(newFleet);
    }
}
