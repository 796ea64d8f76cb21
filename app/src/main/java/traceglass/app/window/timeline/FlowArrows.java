package traceglass.app.window.timeline;

import java.util.List;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.SliceFlows;
import traceglass.analysis.marks.VisibleFlows;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.render.TimelineView;

/// Shows the flows into and out of the selected slice as arrows, through all slices in between, and follows them. If
/// an area is selected, shows the flows requested for its slices.
public final class FlowArrows {

    private final TraceSlot slot;
    private final Notices notices;
    private final TimelineView view;
    private List<Flow> flows = List.of();
    private long hidden;
    private int chosenOutgoing;
    private int chosenIncoming;

    public FlowArrows(TraceSlot slot, Notices notices, TimelineView view) {
        this.slot = slot;
        this.notices = notices;
        this.view = view;
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.navigation().timelineLink().areaFlowsProperty().addListener((_, _, newValue) -> {
            if (slot.selection().get() instanceof Selection.Area) {
                view.marks().setFlows(newValue.flows(), newValue.hidden());
            }
        });
    }

    public void register() {
        add("flow.next", TimelineTexts.FLOW_FORWARD, "]", true, () -> selectEnd(outgoing(), chosenOutgoing, true));
        add(
                "flow.previous",
                TimelineTexts.FLOW_BACKWARD,
                "[",
                false,
                () -> selectEnd(incoming(), chosenIncoming, false));
        add("flow.choosenext", TimelineTexts.NEXT_OUTGOING_FLOW, "Ctrl+]", true, () -> {
            chosenOutgoing++;
            show();
        });
        add("flow.chooseprevious", TimelineTexts.NEXT_INCOMING_FLOW, "Ctrl+[", false, () -> {
            chosenIncoming++;
            show();
        });
    }

    private void add(String id, String title, String key, boolean isOutgoing, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(
                        id,
                        CommandGroups.SELECTION,
                        title,
                        "flow",
                        key,
                        () -> !(isOutgoing ? outgoing() : incoming()).isEmpty(),
                        action));
    }

    private void selectEnd(List<Flow> flows, int chosen, boolean isOutgoing) {
        Flow flow = flows.get(Math.floorMod(chosen, flows.size()));
        slot.navigation()
                .navigator()
                .goTo(((Selection.Event) slot.selection().get()).table(), isOutgoing ? flow.toId() : flow.fromId());
    }

    private List<Flow> outgoing() {
        return flows.stream().filter(f -> f.fromId() == selectedId()).toList();
    }

    private List<Flow> incoming() {
        return flows.stream().filter(f -> f.toId() == selectedId()).toList();
    }

    private long selectedId() {
        return slot.selection().get() instanceof Selection.Event e && hasFlows(e) ? e.id() : -1;
    }

    private static boolean hasFlows(Selection.Event event) {
        return Subjects.table(event.table()).filter(EventTable::hasFlows).isPresent();
    }

    private void selectionChanged(Selection selection) {
        TraceSession session = slot.trace().session();
        setFlows(new VisibleFlows(List.of(), 0));
        if (selection instanceof Selection.Area) {
            VisibleFlows arrows =
                    slot.navigation().timelineLink().areaFlowsProperty().get();
            view.marks().setFlows(arrows.flows(), arrows.hidden());
        }
        if (session != null && session.isReady() && selection instanceof Selection.Event e && hasFlows(e)) {
            TrackLookup index = session.trackLookup();
            session.queries()
                    .submit(
                            "flow-arrows",
                            q -> SliceFlows.read(q, index, e.id()),
                            this::setFlows,
                            x -> notices.show(
                                    Notices.Severity.ERROR, "flows", TimelineTexts.cantReadFlows(x.getMessage())));
        }
    }

    private void setFlows(VisibleFlows found) {
        flows = found.flows();
        hidden = found.hidden();
        chosenOutgoing = 0;
        chosenIncoming = 0;
        show();
    }

    /// Highlights the flows that the commands follow next.
    private void show() {
        List<Flow> out = outgoing();
        List<Flow> in = incoming();
        Flow next = out.isEmpty() ? null : out.get(Math.floorMod(chosenOutgoing, out.size()));
        Flow previous = in.isEmpty() ? null : in.get(Math.floorMod(chosenIncoming, in.size()));
        view.marks()
                .setFlows(
                        flows.stream()
                                .map(f -> new Flow(
                                        f.fromTrack(),
                                        f.fromId(),
                                        f.fromTs(),
                                        f.toTrack(),
                                        f.toId(),
                                        f.toTs(),
                                        f.equals(next) && out.size() > 1 || f.equals(previous) && in.size() > 1))
                                .toList(),
                        hidden);
    }
}
