package traceglass.app.window.pair;

import java.util.List;
import java.util.function.BooleanSupplier;
import traceglass.app.command.Command;
import traceglass.app.context.AppContext;
import traceglass.app.window.timeline.Timelines;

/// Registers what can be done with a second trace beside the first.
public final class BesideCommands {

    private static final String GROUP = "Two traces";

    /// The commands that align, in the order of the menu.
    static final List<String> ALIGNING = List.of(
            "beside.starts", "beside.selections", "beside.here", "beside.slice", "beside.realtime", "beside.tracetime");

    private final AppContext context;
    private final Timelines timelines;
    private final Beside beside;

    public BesideCommands(AppContext context, Timelines timelines, Beside beside) {
        this.context = context;
        this.timelines = timelines;
        this.beside = beside;
    }

    public void register() {
        BooleanSupplier one = () -> context.session() != null;
        BooleanSupplier two = beside::isOpen;
        add(
                "beside.open",
                "Open a trace beside this one…",
                "compare",
                "Ctrl+Shift+B",
                one,
                () -> context.dialogs().chooseTrace().ifPresent(file -> beside.open(file, ok -> {})));
        add(
                "beside.same",
                "Open this trace a second time, beside itself",
                "copy",
                "",
                one,
                () -> beside.open(context.session().file(), ok -> {}));
        add("beside.close", "Close trace B", "x", "", two, beside::close);
        add("beside.cancel", "Stop opening the trace beside", "cancel", "", beside::isOpening, beside::cancel);
        add("beside.swap", "Swap A and B", "refresh", "", two, beside::swap);
        add(
                "beside.together",
                "Move both timelines together, or each by itself",
                "link",
                "Shift+L",
                two,
                () -> beside.setTogether(!beside.isTogether()));
        add(
                "beside.layout",
                "Timelines one below the other, or side by side",
                "drawer",
                "",
                two,
                () -> timelines
                        .atRightProperty()
                        .set(!timelines.atRightProperty().get()));
        add(
                "beside.other",
                "Go to the other timeline",
                "",
                "Ctrl+Tab",
                two,
                () -> timelines.panes().stream()
                        .filter(p -> p != timelines.inHand())
                        .findFirst()
                        .ifPresent(p -> {
                            p.context().takeInHand();
                            p.view().requestFocus();
                        }));
        add("beside.starts", "Align on both starts", "", "", two, () -> {
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
                two,
                beside.aligning()::alignHere);
        add(
                "beside.slice",
                "Align on the first slice of a name…",
                "",
                "",
                two,
                () -> context.ask("Name of the slice, or a part of it", "", name -> {
                    if (!name.isBlank()) {
                        beside.aligning().alignSlice(name.strip());
                    }
                }));
        add("beside.realtime", "Align on the time of day", "clock", "", two, beside.aligning()::alignRealTime);
        add(
                "beside.tracetime",
                "Align on the clock of the traces",
                "clock",
                "",
                two,
                beside.aligning()::alignTraceTime);
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier enabled, Runnable action) {
        context.commands().register(Command.of(id, GROUP, title, icon, keys, enabled, action));
    }
}
