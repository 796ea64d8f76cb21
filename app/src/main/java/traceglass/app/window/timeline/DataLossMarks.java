package traceglass.app.window.timeline;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import traceglass.analysis.marks.LossQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.LossIndex;
import traceglass.store.time.TimeSpan;

/// Marks the spans with data loss on a timeline and steps through them.
final class DataLossMarks {

    private final TraceSlot slot;
    private final TimelineView view;
    private List<TimeSpan> spans = List.of();

    DataLossMarks(TraceSlot slot, TimelineView view) {
        this.slot = slot;
        this.view = view;
        slot.trace().sessionProperty().addListener((_, _, newValue) -> {
            spans = List.of();
            if (newValue != null) {
                newValue.stateProperty().addListener(x -> show(newValue));
                show(newValue);
            }
        });
    }

    /// Registers the command for the window's first trace; the second trace has none.
    void register(BooleanSupplier isShown) {
        if (!slot.isFirst()) {
            return;
        }
        slot.host()
                .commands()
                .register(Command.of(
                        "timeline.nextloss",
                        CommandGroups.TIMELINE,
                        TimelineTexts.NEXT_DATA_LOSS,
                        "warn",
                        "",
                        () -> isShown.getAsBoolean() && !spans.isEmpty(),
                        this::goToNext));
    }

    private void show(TraceSession session) {
        if (session != slot.trace().session() || !session.isReady()) {
            return;
        }
        TrackLookup index = session.trackLookup();
        TimeSpan bounds = session.bounds();
        session.queries()
                .submit(
                        "data-losses",
                        q -> new LossIndex(LossQueries.read(q, index, bounds)),
                        losses -> {
                            if (session == slot.trace().session()) {
                                spans = losses.spans();
                                view.marks().setDataLosses(losses);
                            }
                        },
                        e -> {
                            // The overview page reports problems of the trace.
                        });
    }

    /// Selects the span after the selected one, or the first that starts at or after the visible start.
    private void goToNext() {
        long after = view.selection() instanceof TimelineSelection.Area area && spans.contains(area.span())
                ? area.span().start() + 1
                : view.viewport().start();
        TimeSpan found =
                spans.stream().filter(s -> s.start() >= after).findFirst().orElse(spans.getFirst());
        view.selectionControls().selectArea(found, Set.of());
        view.viewportControls().focusSelection();
    }
}
