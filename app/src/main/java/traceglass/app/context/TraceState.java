package traceglass.app.context;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Commands;
import traceglass.app.project.ProjectSections;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.SearchModel;
import traceglass.app.session.TraceNotes;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.TimelineLink;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeStyle;

/// Creates a slot and changes which trace is open in it. Used only by the window; other classes get the [TraceSlot].
public final class TraceState {

    private final ReadOnlyObjectWrapper<TraceSession> session = new ReadOnlyObjectWrapper<>();
    private final DelegatingNavigator navigator = new DelegatingNavigator();
    private final TraceSlot slot;

    TraceState(boolean isFirst, ObjectProperty<Palette> palette) {
        slot = new TraceSlot(
                isFirst,
                new OpenTrace(session.getReadOnlyProperty()),
                new SimpleObjectProperty<>(Selection.NONE),
                new SearchModel(),
                new TraceNotes(),
                new ColoringModel(session.getReadOnlyProperty()),
                new Navigation(navigator, new TimelineLink()),
                new PanelHost(new Commands(), new DetailsPane(), new ProjectSections()),
                new Appearance(palette, new SimpleObjectProperty<>(TimeStyle.DEFAULT)));
    }

    public TraceSlot slot() {
        return slot;
    }

    public TraceSession session() {
        return session.get();
    }

    /// Sets the open trace, or none (null), and clears selection and search. The old trace is not closed.
    public void setSession(TraceSession newSession) {
        slot.selection().set(Selection.NONE);
        slot.search().clear();
        session.set(newSession);
    }

    /// Called once during the construction of the window.
    public void setNavigator(Navigator newNavigator) {
        navigator.set(newNavigator);
    }
}
