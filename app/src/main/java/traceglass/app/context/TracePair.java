package traceglass.app.context;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The slots of a window's one or two traces, and which of them is active.
public final class TracePair {

    private final TraceSlot first;
    private final ReadOnlyObjectWrapper<TraceSlot> second = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<TraceSlot> active;

    TracePair(TraceSlot first) {
        this.first = first;
        active = new ReadOnlyObjectWrapper<>(first);
        // Keys and the command palette use the active trace.
        first.host()
                .commands()
                .setDelegate(() -> active() == first ? null : active().host().commands());
    }

    /// Returns the slot of the window's first trace.
    public TraceSlot first() {
        return first;
    }

    /// Slot of the second trace, or null if there is none.
    public ReadOnlyObjectProperty<TraceSlot> secondProperty() {
        return second.getReadOnlyProperty();
    }

    public TraceSlot second() {
        return second.get();
    }

    /// Shows a second trace, or none (null); the first becomes active. Called only by the window.
    public void setSecond(TraceSlot slot) {
        active.set(first);
        second.set(slot);
    }

    /// Returns the slot of the other trace, or null.
    public TraceSlot other(TraceSlot slot) {
        return slot == first ? second() : first;
    }

    /// Slot of the active trace, to which keys, palette and details pane apply.
    public ReadOnlyObjectProperty<TraceSlot> activeProperty() {
        return active.getReadOnlyProperty();
    }

    public TraceSlot active() {
        return active.get();
    }

    public void activate(TraceSlot slot) {
        active.set(slot);
    }
}
