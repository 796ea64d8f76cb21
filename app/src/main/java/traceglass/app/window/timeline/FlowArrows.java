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
    private int chosenOut;
    private int chosenIn;

    public FlowArrows(TraceSlot slot, Notices notices, TimelineView view) {
        this.slot = slot;
        this.notices = notices;
        this.view = view;
        slot.selection().addListener((_, _, newValue) -> selected(newValue));
        slot.navigation().timelineLink().areaFlowsProperty().addListener((_, _, newValue) -> {
            if (slot.selection().get() instanceof Selection.Area) {
                view.marks().setFlows(newValue.flows(), newValue.hidden());
            }
        });
    }

    public void register() {
        add("flow.next", TimelineTexts.FLOW_FORWARD, "]", true, () -> go(outgoing(), chosenOut, true));
        add("flow.previous", TimelineTexts.FLOW_BACKWARD, "[", false, () -> go(incoming(), chosenIn, false));
        add("flow.choosenext", TimelineTexts.NEXT_OUTGOING_FLOW, "Ctrl+]", true, () -> {
            chosenOut++;
            show();
        });
        add("flow.chooseprevious", TimelineTexts.NEXT_INCOMING_FLOW, "Ctrl+[", false, () -> {
            chosenIn++;
            show();
        });
    }

    private void add(String id, String title, String key, boolean out, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(
                        id,
                        CommandGroups.SELECTION,
                        title,
                        "flow",
                        key,
                        () -> !(out ? outgoing() : incoming()).isEmpty(),
                        action));
    }

    private void go(List<Flow> along, int chosen, boolean out) {
        Flow flow = along.get(Math.floorMod(chosen, along.size()));
        slot.navigation()
                .navigator()
                .goTo(((Selection.Event) slot.selection().get()).table(), out ? flow.toId() : flow.fromId());
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

    private void selected(Selection selection) {
        TraceSession session = slot.trace().session();
        take(new VisibleFlows(List.of(), 0));
        if (selection instanceof Selection.Area) {
            VisibleFlows arrows =
                    slot.navigation().timelineLink().areaFlowsProperty().get();
            view.marks().setFlows(arrows.flows(), arrows.hidden());
        }
        if (session != null && session.isReady() && selection instanceof Selection.Event e && hasFlows(e)) {
            TrackLookup index = session.index();
            session.queries()
                    .submit(
                            "flow-arrows",
                            q -> SliceFlows.read(q, index, e.id()),
                            this::take,
                            x -> notices.show(
                                    traceglass.app.ui.Notices.Severity.ERROR,
                                    "flows",
                                    TimelineTexts.cantReadFlows(x.getMessage())));
        }
    }

    private void take(VisibleFlows found) {
        flows = found.flows();
        hidden = found.hidden();
        chosenOut = 0;
        chosenIn = 0;
        show();
    }

    /// Highlights the flows that the commands follow next.
    private void show() {
        List<Flow> out = outgoing();
        List<Flow> in = incoming();
        Flow next = out.isEmpty() ? null : out.get(Math.floorMod(chosenOut, out.size()));
        Flow previous = in.isEmpty() ? null : in.get(Math.floorMod(chosenIn, in.size()));
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
