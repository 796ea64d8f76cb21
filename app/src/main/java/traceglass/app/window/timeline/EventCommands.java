package traceglass.app.window.timeline;

import java.util.function.BooleanSupplier;
import traceglass.analysis.coloring.EventText;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.render.TimelineView;
import traceglass.render.item.TimelineSelection;
import traceglass.render.seek.SelectedEvents;

/// Registers the commands that select several events on the timeline.
public final class EventCommands {

    private final TraceSlot slot;
    private final TimelineView view;

    public EventCommands(TraceSlot slot, TimelineView view) {
        this.slot = slot;
        this.view = view;
    }

    /// @param isShown whether the timeline is shown
    public void register(BooleanSupplier isShown) {
        slot.host()
                .commands()
                .register(Command.of(
                        "selection.samename",
                        CommandGroups.SELECTION,
                        TimelineTexts.SELECT_SAME_NAME,
                        "",
                        "",
                        () -> isShown.getAsBoolean()
                                && slot.selection().get() instanceof Selection.Event e
                                && e.table().equals("slice"),
                        this::selectSameName));
    }

    private void selectSameName() {
        TraceSession session = slot.trace().session();
        if (session == null || !(slot.selection().get() instanceof Selection.Event event)) {
            return;
        }
        session.queries()
                .submit(
                        "same-name",
                        q -> EventText.read(q, event.id()),
                        found -> found.ifPresent(text -> view.whenIdle().thenRun(() -> {
                            // Only loaded rows can be selected: rows of expanded groups.
                            TimelineSelection all = SelectedEvents.findByName(view.model, text.name());
                            if (all != TimelineSelection.NOTHING) {
                                view.setSelection(all);
                            }
                        })),
                        e -> System.getLogger(EventCommands.class.getName())
                                .log(System.Logger.Level.WARNING, "reading the name of a slice", e));
    }
}
