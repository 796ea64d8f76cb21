package traceglass.app.window.timeline;

import java.util.function.BooleanSupplier;
import traceglass.app.command.Command;
import traceglass.app.context.TraceSlot;
import traceglass.render.TimelineView;
import traceglass.render.item.TimelineSelection;
import traceglass.render.seek.EventPicks;

/// Registers the commands that select several events on the timeline.
public final class EventCommands {

    private final TraceSlot slot;
    private final TimelineView view;

    public EventCommands(TraceSlot slot, TimelineView view) {
        this.slot = slot;
        this.view = view;
    }

    /// @param shown whether the timeline is shown
    public void register(BooleanSupplier shown) {
        slot.host()
                .commands()
                .register(Command.of(
                        "selection.samename",
                        TimelineTexts.SELECTION_COMMANDS,
                        TimelineTexts.SELECT_SAME_NAME,
                        "",
                        "",
                        () -> shown.getAsBoolean() && name() != null,
                        () -> view.setSelection(EventPicks.named(view.picture, name()))));
    }

    /// Name of the selected event, or null.
    private String name() {
        if (!(view.selection() instanceof TimelineSelection.Event(var item))) {
            return null;
        }
        String name = EventPicks.name(view.picture, item);
        return name.isEmpty() ? null : name;
    }
}
