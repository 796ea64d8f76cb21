package traceglass.app.panel.colors;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import traceglass.analysis.coloring.ColorRule;
import traceglass.analysis.coloring.Coloring;
import traceglass.analysis.coloring.Condition;
import traceglass.analysis.coloring.EventText;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;

/// Registers the commands for the colors of slices. Commands for “this name” and “this category” apply to the
/// selected slice.
public final class ColorCommands {

    private final TraceSlot slot;
    private final Notices notices;
    private final ColoringModel model;
    /// Created on first use, so that windows open faster.
    private ColorsPanel panel;

    public ColorCommands(TraceSlot slot, Notices notices) {
        this.slot = slot;
        this.notices = notices;
        this.model = slot.coloring();
    }

    /// @param isShown whether the timeline is shown
    public void register(BooleanSupplier isShown) {
        BooleanSupplier isSliceSelected = () -> isShown.getAsBoolean()
                && slot.selection().get() instanceof Selection.Event e
                && e.table().equals("slice");
        add("colors.show", ColorsTexts.SHOW_COMMAND, "", isShown, this::open);
        add(
                "colors.name",
                ColorsTexts.COLOR_NAME_COMMAND,
                "",
                isSliceSelected,
                () -> apply("colors.name", Condition.By.NAME, this::withColoredFirst));
        add("colors.pick", ColorsTexts.PICK_COLOR_COMMAND, "", isSliceSelected, this::pickColor);
        add(
                "colors.category",
                ColorsTexts.COLOR_CATEGORY_COMMAND,
                "",
                isSliceSelected,
                () -> apply("colors.category", Condition.By.CATEGORY, this::withColoredFirst));
        add(
                "colors.onlyname",
                ColorsTexts.ONLY_NAME_COMMAND,
                "filter",
                isSliceSelected,
                () -> apply("colors.onlyname", Condition.By.NAME, Coloring::withOnly));
        add(
                "colors.onlycategory",
                ColorsTexts.ONLY_CATEGORY_COMMAND,
                "filter",
                isSliceSelected,
                () -> apply("colors.onlycategory", Condition.By.CATEGORY, Coloring::withOnly));
        BooleanSupplier isFiltered =
                () -> isShown.getAsBoolean() && !model.coloring().only().isEmpty();
        add(
                "colors.hide",
                ColorsTexts.HIDE_COMMAND,
                "",
                () -> isFiltered.getAsBoolean() && !model.coloring().hidesOthers(),
                () -> model.set(model.coloring().withHiddenOthers(true)));
        add(
                "colors.dim",
                ColorsTexts.DIM_COMMAND,
                "",
                () -> isFiltered.getAsBoolean() && model.coloring().hidesOthers(),
                () -> model.set(model.coloring().withHiddenOthers(false)));
        add(
                "colors.all",
                ColorsTexts.SHOW_ALL_COMMAND,
                "x",
                isFiltered,
                () -> model.set(model.coloring().withOnly(Condition.NONE)));
        add(
                "colors.clear",
                ColorsTexts.REMOVE_ALL_COMMAND,
                "x",
                () -> isShown.getAsBoolean() && !model.coloring().rules().isEmpty(),
                () -> model.set(model.coloring().withRules(List.of())));
    }

    private void add(String id, String title, String icon, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.COLORS, title, icon, "", enabled, action));
    }

    private void open() {
        if (panel == null) {
            panel = new ColorsPanel(slot);
        }
        panel.open();
    }

    private Coloring withColoredFirst(Coloring coloring, Condition when) {
        return coloring.withFirst(new ColorRule(true, when, ColorsPanel.nextColor(coloring)));
    }

    private void apply(String key, Condition.By by, BiFunction<Coloring, Condition, Coloring> change) {
        read(key, by, value -> {
            model.set(change.apply(model.coloring(), Condition.exactly(by, value)));
            open();
        });
    }

    /// Assigns a color to slices with this name, unless a rule already does, and opens the color picker of the
    /// rule.
    private void pickColor() {
        read("colors.pick", Condition.By.NAME, name -> {
            model.set(ColorMenu.colored(model.coloring(), name, ColorMenu.colorOf(model.coloring(), name)));
            open();
            panel.openFirstPicker();
        });
    }

    /// Reads the name or category of the selected slice.
    private void read(String key, Condition.By by, Consumer<String> action) {
        TraceSession session = slot.trace().session();
        if (session == null || !(slot.selection().get() instanceof Selection.Event event)) {
            return;
        }
        session.queries()
                .submit(
                        key,
                        q -> EventText.read(q, event.id()),
                        found -> found.ifPresent(text -> {
                            String value = by == Condition.By.NAME ? text.name() : text.category();
                            if (value.isEmpty()) {
                                notices.show(Notices.Severity.INFO, "colors", ColorsTexts.nothingToColor());
                            } else {
                                action.accept(value);
                            }
                        }),
                        e -> notices.show(Notices.Severity.WARN, "colors", String.valueOf(e.getMessage())));
    }
}
