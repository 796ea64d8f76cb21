package traceglass.app.window.timeline;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import traceglass.analysis.coloring.Condition;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.processes.OwnerActions;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackEventSpan;
import traceglass.analysis.track.info.TrackSql;
import traceglass.analysis.track.info.TrackStatistics;
import traceglass.app.context.Navigator;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.colors.ColorMenu;
import traceglass.app.panel.details.EventActions;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;

/// Items of a track's menu that concern its events, or its thread or process. Used on the JavaFX thread.
final class TrackMenuItems {

    /// Fraction of the range of events that stays visible on both sides after zooming to it.
    private static final double MARGIN = .02;

    private final TraceSlot slot;
    private final Notices notices;
    private final TracePane pane;

    TrackMenuItems(TraceSlot slot, Notices notices, TracePane pane) {
        this.slot = slot;
        this.notices = notices;
        this.pane = pane;
    }

    /// Adds the items that apply to a track or group; none while the trace is being read.
    void addTo(List<MenuItem> items, TrackNode node) {
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        if (TrackEventSpan.isKnown(node)) {
            items.add(item(TimelineTexts.ZOOM_TO_EVENTS, () -> zoomToEvents(session, node)));
            items.add(item(TimelineTexts.MARK_EVENTS, () -> markEvents(session, node)));
        }
        Owner owner = node.kind().owner();
        if (owner.isThread()) {
            items.add(item(TimelineTexts.ONLY_THREAD, () -> filterThread(session, owner.utid())));
        } else if (owner.isProcess()) {
            items.add(item(TimelineTexts.ONLY_PROCESS, () -> filterProcess(owner.upid())));
        }
        for (TrackStatistics statistics : TrackStatistics.of(node)) {
            items.add(item(statistics.label(), () -> navigator().openSql(statistics.sql(), true)));
        }
        if (OwnerActions.supports(owner)) {
            addOwnerActions(items, owner, DisplayText.oneLine(node.name()));
        }
        if (!TrackSql.of(node).isEmpty()) {
            items.add(item(CommonTexts.OPEN_AS_SQL, () -> pane.trackPanel().openSql(node)));
        }
    }

    /// Adds the items for all slices of the thread or process of a track.
    private void addOwnerActions(List<MenuItem> items, Owner owner, String name) {
        items.add(ColorMenu.of(
                slot,
                owner.isThread() ? TimelineTexts.COLOR_THREAD : TimelineTexts.COLOR_PROCESS,
                new Condition(Condition.By.EXPRESSION, OwnerActions.slices(owner))));
        Menu tracks = new Menu(TimelineTexts.ADD_TRACKS);
        for (EventMenu.MenuChoice choice : OwnerActions.tracks(owner, name)) {
            tracks.getItems().add(item(choice.label(), () -> EventActions.run(slot, notices, choice.action())));
        }
        items.add(tracks);
        items.add(
                item(TimelineTexts.LIST_FLOWS, () -> EventActions.run(slot, notices, OwnerActions.flows(owner, name))));
    }

    private Navigator navigator() {
        return slot.navigation().navigator();
    }

    private void zoomToEvents(TraceSession session, TrackNode node) {
        withSpan(session, node, span -> {
            long margin = Math.max(1, Math.round(span.durNs() * MARGIN));
            navigator().zoomTo(new TimeSpan(span.start() - margin, span.end() + margin));
        });
    }

    private void markEvents(TraceSession session, TrackNode node) {
        withSpan(
                session,
                node,
                span -> slot.traceNotes().add(span.start(), span.end(), DisplayText.oneLine(node.name())));
    }

    private void withSpan(TraceSession session, TrackNode node, Consumer<TimeSpan> action) {
        session.queries()
                .submit(
                        "track-range",
                        q -> TrackEventSpan.find(q, node),
                        found -> found.ifPresentOrElse(
                                action,
                                () -> notices.show(
                                        Notices.Severity.INFO, "track-range", TimelineTexts.NO_EVENTS_ON_TRACK)),
                        this::failed);
    }

    private void filterThread(TraceSession session, long utid) {
        session.queries()
                .submit(
                        "track-thread",
                        q -> ThreadRef.find(q, utid),
                        found -> found.ifPresent(t -> navigator().filterTracks("thread:" + term(t.thread(), t.tid()))),
                        this::failed);
    }

    private void filterProcess(long upid) {
        pane.view().tracks().nodes(n -> n.isProcess() && n.kind().owner().upid() == upid).stream()
                .findFirst()
                .ifPresent(n -> navigator().filterTracks("process:" + processTerm(n.name(), n.idText())));
    }

    private static String processTerm(String name, String number) {
        return name.indexOf(',') >= 0 ? number : (name + " " + number).strip();
    }

    /// Returns a filter term: the label, or the number if the label has a comma, which would separate two terms.
    private static String term(String label, Long number) {
        return label.indexOf(',') >= 0 && number != null ? Long.toString(number) : label;
    }

    private void failed(Exception e) {
        System.getLogger(TrackMenuItems.class.getName()).log(System.Logger.Level.WARNING, "menu of a track", e);
    }

    private static MenuItem item(String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setOnAction(_ -> action.run());
        return item;
    }
}
