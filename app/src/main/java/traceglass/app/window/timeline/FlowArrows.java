package traceglass.app.window.timeline;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.TimelineLink;
import traceglass.render.TimelineView;
import traceglass.render.item.Flow;
import traceglass.sql.result.QueryException;

/// Shows the flows that lead to the selected slice and from it, over all slices on the way, as arrows, and follows
/// them. While a range is selected, those of its slices that are asked for.
public final class FlowArrows {

    private static final String GROUP = "Selection";
    /// Arrows drawn; more would be a mesh in which nobody follows any.
    static final int MOST = 200;
    /// Steps that are followed from the selected slice.
    private static final int FARTHEST = 64;

    /// @param hidden how many of the selected slice's own flows are not among them
    public record Found(List<Flow> flows, long hidden) {}

    private final AppContext context;
    private final TimelineView view;
    private List<Flow> flows = List.of();
    private long hidden;
    private int chosenOut;
    private int chosenIn;

    public FlowArrows(AppContext context, TimelineView view) {
        this.context = context;
        this.view = view;
        context.selectionProperty().addListener((o, was, is) -> selected(is));
        context.timelineLink().areaFlowsProperty().addListener((o, was, is) -> {
            if (context.selectionProperty().get() instanceof Selection.Area) {
                view.marks().setFlows(is.flows(), is.hidden());
            }
        });
    }

    public void register() {
        add("flow.next", "Follow the flow forward", "]", true, () -> go(outgoing(), chosenOut, true));
        add("flow.previous", "Follow the flow back", "[", false, () -> go(incoming(), chosenIn, false));
        add("flow.choosenext", "Choose the next flow that leads away", "Ctrl+]", true, () -> {
            chosenOut++;
            show();
        });
        add("flow.chooseprevious", "Choose the next flow that leads here", "Ctrl+[", false, () -> {
            chosenIn++;
            show();
        });
    }

    private void add(String id, String title, String key, boolean out, Runnable action) {
        context.commands()
                .register(Command.of(
                        id, GROUP, title, "flow", key, () -> !(out ? outgoing() : incoming()).isEmpty(), action));
    }

    private void go(List<Flow> along, int chosen, boolean out) {
        Flow flow = along.get(Math.floorMod(chosen, along.size()));
        context.navigator().goTo("slice", out ? flow.toId() : flow.fromId());
    }

    private List<Flow> outgoing() {
        return flows.stream().filter(f -> f.fromId() == selectedId()).toList();
    }

    private List<Flow> incoming() {
        return flows.stream().filter(f -> f.toId() == selectedId()).toList();
    }

    private long selectedId() {
        return context.selectionProperty().get() instanceof Selection.Event e
                        && e.table().equals("slice")
                ? e.id()
                : -1;
    }

    private void selected(Selection selection) {
        TraceSession session = context.session();
        take(new Found(List.of(), 0));
        if (selection instanceof Selection.Area) {
            TimelineLink.Arrows arrows =
                    context.timelineLink().areaFlowsProperty().get();
            view.marks().setFlows(arrows.flows(), arrows.hidden());
        }
        if (session != null
                && session.isReady()
                && selection instanceof Selection.Event e
                && e.table().equals("slice")) {
            TrackLookup index = session.index();
            session.queries()
                    .submit(
                            "flow-arrows",
                            q -> read(q, index, e.id()),
                            this::take,
                            x -> context.notices()
                                    .show(
                                            traceglass.app.ui.Notices.Severity.ERROR,
                                            "flows",
                                            "The flows of this slice could not be read: " + x.getMessage()));
        }
    }

    private void take(Found found) {
        flows = found.flows;
        hidden = found.hidden;
        chosenOut = 0;
        chosenIn = 0;
        show();
    }

    /// Those that would be followed next are drawn stronger.
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

    public static Found read(TraceQueries q, TrackLookup index, long slice) throws QueryException {
        long own = q.first(
                        "SELECT count(*) FROM flow WHERE slice_out = " + slice + " OR slice_in = " + slice,
                        r -> r.getLong(1))
                .orElse(0L);
        Map<Long, Flow> found = new LinkedHashMap<>();
        follow(q, index, slice, true, found);
        follow(q, index, slice, false, found);
        long shown = found.values().stream()
                .filter(f -> f.fromId() == slice || f.toId() == slice)
                .count();
        return new Found(List.copyOf(found.values()), Math.max(0, own - shown));
    }

    /// Step by step: flows of the slice itself, then those of the slices these lead to, and so on.
    private static void follow(TraceQueries q, TrackLookup index, long slice, boolean forward, Map<Long, Flow> found)
            throws QueryException {
        Set<Long> seen = new HashSet<>(Set.of(slice));
        Set<Long> at = Set.of(slice);
        int limit = found.size() + MOST / 2;
        for (int step = 0; step < FARTHEST && !at.isEmpty() && found.size() < limit; step++) {
            Set<Long> next = new HashSet<>();
            String ids = at.stream().map(String::valueOf).collect(Collectors.joining(","));
            q.each(
                    """
                    SELECT f.slice_out, a.ts, a.dur, a.track_id, f.slice_in, b.ts, b.track_id, f.id
                    FROM flow AS f JOIN slice AS a ON a.id = f.slice_out JOIN slice AS b ON b.id = f.slice_in
                    WHERE %s IN (%s) ORDER BY %s LIMIT %d\
                    """.formatted(
                                    forward ? "f.slice_out" : "f.slice_in",
                                    ids,
                                    forward ? "b.ts" : "a.ts DESC",
                                    limit - found.size()),
                    r -> {
                        long end = forward ? r.getLong(5) : r.getLong(1);
                        if (seen.add(end)) {
                            next.add(end);
                        }
                        Optional<String> from = index.track(r.getLong(4));
                        Optional<String> to = index.track(r.getLong(7));
                        if (from.isPresent() && to.isPresent()) {
                            long arrives = r.getLong(6);
                            // It leaves when the slice ends; one that goes on until after the
                            // arrival, as a call does, sent it at its start.
                            long ends = r.getLong(2) + Math.max(0, r.getLong(3));
                            found.putIfAbsent(
                                    r.getLong(8),
                                    new Flow(
                                            from.get(),
                                            r.getLong(1),
                                            ends <= arrives ? ends : r.getLong(2),
                                            to.get(),
                                            r.getLong(5),
                                            arrives,
                                            false));
                        }
                    });
            at = next;
        }
    }
}
