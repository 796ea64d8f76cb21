package traceglass.app.window.pair;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.window.timeline.Timelines;

/// Registers the commands for a second trace.
public final class SecondTraceCommands {

    /// Ids of the alignment commands in menu order.
    static final List<String> ALIGNING = List.of(
            "second.starts", "second.selections", "second.here", "second.slice", "second.realtime", "second.tracetime");

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
                "second.open",
                PairTexts.OPEN_SECOND,
                "compare",
                "Ctrl+Shift+B",
                this::hasTrace,
                () -> messages.dialogs().chooseTrace().ifPresent(file -> secondTrace.open(file, ok -> {})));
        add(
                "second.same",
                PairTexts.OPEN_AGAIN,
                "copy",
                "",
                this::hasTrace,
                () -> secondTrace.open(slot.trace().session().file(), ok -> {}));
        add("second.close", PairTexts.CLOSE_B, "x", "", secondTrace::isOpen, secondTrace::closeAndReport);
        add("second.cancel", PairTexts.CANCEL_OPENING, "cancel", "", secondTrace::isOpening, secondTrace::cancel);
        add("second.swap", PairTexts.SWAP, "refresh", "", secondTrace::isOpen, secondTrace::swap);
    }

    private void registerLayout() {
        add(
                "second.link",
                PairTexts.LINK,
                "link",
                "Shift+L",
                secondTrace::isOpen,
                () -> secondTrace.setLinked(!secondTrace.isLinked()));
        add(
                "second.layout",
                PairTexts.SWITCH_LAYOUT,
                "panel-bottom",
                "",
                secondTrace::isOpen,
                () -> timelines
                        .atRightProperty()
                        .set(!timelines.atRightProperty().get()));
        add(
                "second.other",
                PairTexts.GO_TO_OTHER,
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
        add("second.starts", PairTexts.ALIGN_STARTS, "", "", secondTrace::isOpen, () -> {
            secondTrace.alignment().alignStarts();
            timelines.first().view().viewportControls().zoomToFit();
        });
        add(
                "second.selections",
                PairTexts.ALIGN_SELECTIONS,
                "",
                "",
                secondTrace.alignment()::canAlignSelections,
                secondTrace.alignment()::alignSelections);
        add(
                "second.here",
                PairTexts.ALIGN_HERE,
                "pin",
                "Shift+A",
                secondTrace::isOpen,
                secondTrace.alignment()::alignHere);
        add(
                "second.slice",
                PairTexts.ALIGN_SLICE,
                "",
                "",
                secondTrace::isOpen,
                () -> messages.prompt().ask(PairTexts.SLICE_PROMPT, "", name -> {
                    if (!name.isBlank()) {
                        secondTrace.alignment().alignSlice(name.strip());
                    }
                }));
        add(
                "second.realtime",
                PairTexts.ALIGN_REAL_TIME,
                "clock",
                "",
                secondTrace::isOpen,
                secondTrace.alignment()::alignRealTime);
        add(
                "second.tracetime",
                PairTexts.ALIGN_TRACE_TIME,
                "clock",
                "",
                secondTrace::isOpen,
                secondTrace.alignment()::alignTraceTime);
    }

    private boolean hasTrace() {
        return slot.trace().session() != null;
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier isEnabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.TWO_TRACES, title, icon, keys, isEnabled, action));
    }
}
