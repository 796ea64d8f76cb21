package traceglass.app.window.pair;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.app.command.Command;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.window.timeline.Timelines;

/// Registers what can be done with a second trace beside the first.
public final class BesideCommands {

    private static final String GROUP = "Two traces";

    /// The commands that align, in the order of the menu.
    static final List<String> ALIGNING = List.of(
            "beside.starts", "beside.selections", "beside.here", "beside.slice", "beside.realtime", "beside.tracetime");

    private final TraceSlot slot;
    private final Messages messages;
    private final Timelines timelines;
    private final Beside beside;

    public BesideCommands(TraceSlot slot, Messages messages, Timelines timelines, Beside beside) {
        this.slot = slot;
        this.messages = messages;
        this.timelines = timelines;
        this.beside = beside;
    }

    public void register() {
        registerOpening();
        registerLayout();
        registerAligning();
    }

    private void registerOpening() {
        add(
                "beside.open",
                "Open a trace beside this one…",
                "compare",
                "Ctrl+Shift+B",
                this::hasTrace,
                () -> messages.dialogs().chooseTrace().ifPresent(file -> beside.open(file, ok -> {})));
        add(
                "beside.same",
                "Open this trace a second time, beside itself",
                "copy",
                "",
                this::hasTrace,
                () -> beside.open(slot.trace().session().file(), ok -> {}));
        add("beside.close", "Close trace B", "x", "", beside::isOpen, beside::close);
        add("beside.cancel", "Stop opening the trace beside", "cancel", "", beside::isOpening, beside::cancel);
        add("beside.swap", "Swap A and B", "refresh", "", beside::isOpen, beside::swap);
    }

    private void registerLayout() {
        add(
                "beside.together",
                "Move both timelines together, or each by itself",
                "link",
                "Shift+L",
                beside::isOpen,
                () -> beside.setTogether(!beside.isTogether()));
        add(
                "beside.layout",
                "Timelines one below the other, or side by side",
                "drawer",
                "",
                beside::isOpen,
                () -> timelines
                        .atRightProperty()
                        .set(!timelines.atRightProperty().get()));
        add(
                "beside.other",
                "Go to the other timeline",
                "",
                "Ctrl+Tab",
                beside::isOpen,
                () -> timelines.panes().stream()
                        .filter(p -> p != timelines.inHand())
                        .findFirst()
                        .ifPresent(p -> {
                            p.pair().activate(p.slot());
                            p.view().requestFocus();
                        }));
    }

    private void registerAligning() {
        add("beside.starts", "Align on both starts", "", "", beside::isOpen, () -> {
            beside.aligning().alignStarts();
            timelines.first().view().movement().zoomToFit();
        });
        add(
                "beside.selections",
                "Align on what is selected in both",
                "",
                "",
                beside.aligning()::canAlignSelections,
                beside.aligning()::alignSelections);
        add(
                "beside.here",
                "Align here: the pointer or the selection",
                "pin",
                "Shift+A",
                beside::isOpen,
                beside.aligning()::alignHere);
        add(
                "beside.slice",
                "Align on the first slice of a name…",
                "",
                "",
                beside::isOpen,
                () -> messages.prompt().ask("Name of the slice, or a part of it", "", name -> {
                    if (!name.isBlank()) {
                        beside.aligning().alignSlice(name.strip());
                    }
                }));
        add(
                "beside.realtime",
                "Align on the time of day",
                "clock",
                "",
                beside::isOpen,
                beside.aligning()::alignRealTime);
        add(
                "beside.tracetime",
                "Align on the clock of the traces",
                "clock",
                "",
                beside::isOpen,
                beside.aligning()::alignTraceTime);
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, GROUP, title, icon, keys, enabled, action));
    }
}
