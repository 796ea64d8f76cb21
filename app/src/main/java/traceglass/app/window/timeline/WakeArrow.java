package traceglass.app.window.timeline;

import traceglass.analysis.events.EventTable;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.context.OpenTrace;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;

/// Shows which thread woke the thread of the selected scheduling slice or thread state, on which CPU, and how long
/// the thread then waited to run.
public final class WakeArrow {

    private final OpenTrace trace;
    private final TimelineView view;

    public WakeArrow(TraceSlot slot, TimelineView view) {
        this.trace = slot.trace();
        this.view = view;
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
    }

    private void selectionChanged(Selection selection) {
        view.marks().setWakeup(null);
        TraceSession session = trace.session();
        if (session != null
                && session.isReady()
                && selection instanceof Selection.Event e
                && Subjects.table(e.table()).filter(EventTable::hasWakeups).isPresent()) {
            TrackLookup index = session.trackLookup();
            EventTable table = Subjects.table(e.table()).orElseThrow();
            session.queries()
                    .submit(
                            "wake-arrow",
                            q -> table.wakeup(q, index, e.id()),
                            found -> view.marks().setWakeup(found.orElse(null)),
                            x -> {
                                // The details pane reports the error.
                            });
        }
    }
}
