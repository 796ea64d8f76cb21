package traceglass.app.ui;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import traceglass.analysis.marks.VisibleFlows;
import traceglass.store.time.TimeSpan;

/// State shared by the timeline and lists that follow it. Used on the JavaFX thread.
public final class TimelineLink {

    private final ReadOnlyObjectWrapper<TimeSpan> visible = new ReadOnlyObjectWrapper<>(new TimeSpan(0, 0));
    private final ObjectProperty<VisibleFlows> areaFlows = new SimpleObjectProperty<>(VisibleFlows.NONE);
    private final ReadOnlyObjectWrapper<Long> pointer = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<Long> mark = new SimpleObjectProperty<>();

    /// Time span shown by the timeline, in nanoseconds of trace time.
    public ReadOnlyObjectProperty<TimeSpan> visibleProperty() {
        return visible.getReadOnlyProperty();
    }

    public TimeSpan visible() {
        return visible.get();
    }

    /// Sets the visible span. Called by the timeline only.
    public void setVisible(TimeSpan span) {
        visible.set(span);
    }

    /// Time at the pointer on the timeline, in nanoseconds; null if the pointer is elsewhere.
    public ReadOnlyObjectProperty<Long> pointerProperty() {
        return pointer.getReadOnlyProperty();
    }

    /// Sets the time at the pointer. Called by the timeline only.
    public void setPointer(Long ts) {
        pointer.set(ts);
    }

    /// Time in nanoseconds marked by a line through all tracks, e.g. the time of the row under the pointer;
    /// null for none.
    public ObjectProperty<Long> markProperty() {
        return mark;
    }

    /// Flows drawn while a range is selected.
    public ObjectProperty<VisibleFlows> areaFlowsProperty() {
        return areaFlows;
    }
}
