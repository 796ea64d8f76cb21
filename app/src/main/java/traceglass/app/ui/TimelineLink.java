package traceglass.app.ui;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import traceglass.analysis.marks.Arrows;
import traceglass.store.time.TimeSpan;

/// What lists and the timeline tell each other while a person looks at both. Used on the JavaFX thread.
public final class TimelineLink {

    private final ReadOnlyObjectWrapper<TimeSpan> visible = new ReadOnlyObjectWrapper<>(new TimeSpan(0, 0));
    private final ObjectProperty<Arrows> areaFlows = new SimpleObjectProperty<>(Arrows.NONE);
    private final ObjectProperty<Long> mark = new SimpleObjectProperty<>();

    /// The time that the timeline shows.
    public ReadOnlyObjectProperty<TimeSpan> visibleProperty() {
        return visible.getReadOnlyProperty();
    }

    public TimeSpan visible() {
        return visible.get();
    }

    /// For the timeline only.
    public void setVisible(TimeSpan span) {
        visible.set(span);
    }

    /// A time that is marked by a line through all tracks, such as that of the row under the pointer; null for
    /// none.
    public ObjectProperty<Long> markProperty() {
        return mark;
    }

    /// The flows that are drawn while a range is selected.
    public ObjectProperty<Arrows> areaFlowsProperty() {
        return areaFlows;
    }
}
