package traceglass.app.context;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The slots of a window's traces, one or two, and which of them is active.
public final class TracePair {

    private final TraceSlot first;
    private final ReadOnlyObjectWrapper<TraceSlot> second = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<TraceSlot> active;

    TracePair(TraceSlot first) {
        this.first = first;
        active = new ReadOnlyObjectWrapper<>(first);
        // Keys and the command palette work on the active trace.
        first.host()
                .commands()
                .setStandIns(() -> active() == first ? null : active().host().commands());
    }

    /// The slot of the window's first trace.
    public TraceSlot first() {
        return first;
    }

    /// The slot of the second trace, or null as long as there is none.
    public ReadOnlyObjectProperty<TraceSlot> secondProperty() {
        return second.getReadOnlyProperty();
    }

    public TraceSlot second() {
        return second.get();
    }

    /// Shows a second trace, or none (null); the first becomes active. For the window only.
    public void setSecond(TraceSlot slot) {
        active.set(first);
        second.set(slot);
    }

    /// The other one of two traces, or null.
    public TraceSlot otherThan(TraceSlot slot) {
        return slot == first ? second() : first;
    }

    /// The slot of the active trace, to which keys, palette and drawer apply.
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
