package traceglass.app.panel.details;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.sql.result.QueryException;
import traceglass.store.database.StoreException;

/// Reads the details of any event and runs its actions.
public final class EventActions {

    private EventActions() {}

    /// Reads the details of an event on a query thread.
    ///
    /// @param action called on the JavaFX thread; with an empty value if there is no such event
    public static void read(
            TraceSlot slot,
            Selection.Event event,
            Consumer<Optional<EventDetails>> action,
            Consumer<Exception> failed) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        DetailsContext.OpenTraceObjects userTracks = userTracks(trace, event);
        trace.queries().submit("event-actions", q -> read(trace, q, userTracks, event), action, failed);
    }

    /// Reads the details of an event. Blocks.
    static Optional<EventDetails> read(
            TraceSession trace, TraceQueries q, DetailsContext.OpenTraceObjects userTracks, Selection.Event event)
            throws QueryException, StoreException {
        String neededTable = Subjects.table(event.table())
                .map(EventTable::requiredDetailsTable)
                .orElse("");
        if (!neededTable.isEmpty()) {
            trace.ensure(neededTable);
        }
        return Subjects.details(
                new DetailsContext(q, trace.bounds().end(), trace.tracks().data(), userTracks), event);
    }

    /// Tracks created by the user that contain the event, as of now.
    static DetailsContext.OpenTraceObjects userTracks(TraceSession trace, Selection.Event event) {
        TrackNode computed = trace.computedTrack(event.table());
        DebugTracks tracks = trace.debugTracks().inTable(event.table()).orElse(null);
        return new DetailsContext.OpenTraceObjects() {
            @Override
            public <T> Optional<T> find(Class<T> type, String table) {
                return Stream.of(computed, tracks)
                        .filter(type::isInstance)
                        .map(type::cast)
                        .findFirst();
            }
        };
    }

    /// Runs the action of a choice in an event's menu.
    public static void run(TraceSlot slot, Notices notices, EventMenu.Action action) {
        switch (action) {
            case EventMenu.OpenSql o -> slot.navigation().navigator().openSql(o.sql(), true);
            case EventMenu.ListEvents l -> ListPanel.show(slot.host().detailsPane(), l.query());
            case EventMenu.CreateTracks t -> DebugTrackTask.show(slot, notices, t.sql(), t.title(), t.pivot());
        }
    }
}
