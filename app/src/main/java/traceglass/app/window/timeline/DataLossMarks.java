package traceglass.app.window.timeline;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import traceglass.analysis.marks.LossQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.command.Command;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;
import traceglass.render.item.TimelineSelection;
import traceglass.render.picture.Losses;
import traceglass.store.time.TimeSpan;

/// Shows on a timeline when data was lost, and leads from one such stretch to the next.
final class DataLossMarks {

    private final TraceSlot slot;
    private final TimelineView view;
    private List<TimeSpan> stretches = List.of();

    DataLossMarks(TraceSlot slot, TimelineView view) {
        this.slot = slot;
        this.view = view;
        slot.trace().sessionProperty().addListener((o, was, is) -> {
            stretches = List.of();
            if (is != null) {
                is.stateProperty().addListener(x -> show(is));
                show(is);
            }
        });
    }

    /// The command goes through the losses of the window's first trace.
    void register(BooleanSupplier shown) {
        if (!slot.isFirst()) {
            return;
        }
        slot.host()
                .commands()
                .register(Command.of(
                        "timeline.nextloss",
                        "Timeline",
                        "Go to the next stretch in which data was lost",
                        "warn",
                        "",
                        () -> shown.getAsBoolean() && !stretches.isEmpty(),
                        this::next));
    }

    private void show(TraceSession session) {
        if (session != slot.trace().session() || !session.isReady()) {
            return;
        }
        TrackLookup index = session.index();
        TimeSpan bounds = session.bounds();
        session.queries()
                .submit(
                        "data-losses",
                        q -> new Losses(LossQueries.read(q, index, bounds)),
                        losses -> {
                            if (session == slot.trace().session()) {
                                stretches = losses.stretches();
                                view.marks().setDataLosses(losses);
                            }
                        },
                        e -> {
                            // The overview says what is wrong with the trace.
                        });
    }

    /// Selects the stretch after the one that is selected, or the first that begins in what is visible or after it.
    private void next() {
        long after = view.selection() instanceof TimelineSelection.Area area && stretches.contains(area.span())
                ? area.span().start() + 1
                : view.viewport().start();
        TimeSpan found =
                stretches.stream().filter(s -> s.start() >= after).findFirst().orElse(stretches.getFirst());
        view.selectArea(found, Set.of());
        view.movement().focusSelection();
    }
}
