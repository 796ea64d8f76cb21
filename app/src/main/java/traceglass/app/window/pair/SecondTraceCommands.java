package traceglass.app.window.pair;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.app.command.Command;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.window.timeline.Timelines;

/// Registers the commands for a second trace.
public final class SecondTraceCommands {

    private static final String GROUP = "Two traces";

    /// Ids of the alignment commands in menu order.
    static final List<String> ALIGNING = List.of(
            "beside.starts", "beside.selections", "beside.here", "beside.slice", "beside.realtime", "beside.tracetime");

    private final TraceSlot slot;
    private final Messages messages;
    private final Timelines timelines;
    private final SecondTrace secondTrace;

    public SecondTraceCommands(TraceSlot slot, Messages messages, Timelines timelines, SecondTrace secondTrace) {
        this.slot = slot;
        this.messages = messages;
        this.timelines = timelines;
        this.secondTrace = secondTrace;
    }

    public void register() {
        registerOpening();
        registerLayout();
        registerAligning();
    }

    private void registerOpening() {
        add(
                "beside.open",
                "Open second trace…",
                "compare",
                "Ctrl+Shift+B",
                this::hasTrace,
                () -> messages.dialogs().chooseTrace().ifPresent(file -> secondTrace.open(file, ok -> {})));
        add(
                "beside.same",
                "Open this trace again as second trace",
                "copy",
                "",
                this::hasTrace,
                () -> secondTrace.open(slot.trace().session().file(), ok -> {}));
        add("beside.close", "Close trace B", "x", "", secondTrace::isOpen, secondTrace::close);
        add("beside.cancel", "Cancel opening second trace", "cancel", "", secondTrace::isOpening, secondTrace::cancel);
        add("beside.swap", "Swap A and B", "refresh", "", secondTrace::isOpen, secondTrace::swap);
    }

    private void registerLayout() {
        add(
                "beside.together",
                "Link or unlink both timelines",
                "link",
                "Shift+L",
                secondTrace::isOpen,
                () -> secondTrace.setTogether(!secondTrace.isTogether()));
        add(
                "beside.layout",
                "Switch timelines between stacked and side by side",
                "drawer",
                "",
                secondTrace::isOpen,
                () -> timelines
                        .atRightProperty()
                        .set(!timelines.atRightProperty().get()));
        add(
                "beside.other",
                "Go to other timeline",
                "",
                "Ctrl+Tab",
                secondTrace::isOpen,
                () -> timelines.panes().stream()
                        .filter(p -> p != timelines.activePane())
                        .findFirst()
                        .ifPresent(p -> {
                            p.pair().activate(p.slot());
                            p.view().requestFocus();
                        }));
    }

    private void registerAligning() {
        add("beside.starts", "Align on trace starts", "", "", secondTrace::isOpen, () -> {
            secondTrace.aligning().alignStarts();
            timelines.first().view().movement().zoomToFit();
        });
        add(
                "beside.selections",
                "Align on selections",
                "",
                "",
                secondTrace.aligning()::canAlignSelections,
                secondTrace.aligning()::alignSelections);
        add(
                "beside.here",
                "Align on pointer or selection",
                "pin",
                "Shift+A",
                secondTrace::isOpen,
                secondTrace.aligning()::alignHere);
        add(
                "beside.slice",
                "Align on first slice with name…",
                "",
                "",
                secondTrace::isOpen,
                () -> messages.prompt().ask("Name of the slice or part of it", "", name -> {
                    if (!name.isBlank()) {
                        secondTrace.aligning().alignSlice(name.strip());
                    }
                }));
        add(
                "beside.realtime",
                "Align on time of day",
                "clock",
                "",
                secondTrace::isOpen,
                secondTrace.aligning()::alignRealTime);
        add(
                "beside.tracetime",
                "Align on trace time",
                "clock",
                "",
                secondTrace::isOpen,
                secondTrace.aligning()::alignTraceTime);
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, GROUP, title, icon, keys, enabled, action));
    }
}
