package traceglass.app.panel.formula;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javafx.scene.control.MenuItem;
import traceglass.analysis.formula.CounterFormula;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.FormulaList;
import traceglass.app.session.FormulaTrack;
import traceglass.render.TimelineView;

/// Registers the commands for computed counters and creates their menu items for counter tracks.
public final class FormulaCommands {

    private final TraceSlot slot;
    private final Messages messages;
    private final TimelineView view;

    public FormulaCommands(TraceSlot slot, Messages messages, TimelineView view) {
        this.slot = slot;
        this.messages = messages;
        this.view = view;
    }

    /// Registers the commands.
    ///
    /// @param isShown whether the timeline is visible
    /// @param current supplies the key of the focused track, or null
    public void register(BooleanSupplier isShown, Supplier<String> current) {
        if (slot.isFirst()) {
            slot.host().sections().add(new FormulaSection(slot, messages.notices()));
        }
        BooleanSupplier isReady =
                () -> isShown.getAsBoolean() && slot.trace().session().isReady();
        add("formula.new", FormulaTexts.COMPUTE_COMMAND, "function", isReady, () -> open(counterOf(current.get())));
        add(
                "formula.edit",
                FormulaTexts.EDIT_COMMAND,
                "function",
                () -> isReady.getAsBoolean() && formula(current.get()).isPresent(),
                () -> formula(current.get()).ifPresent(this::edit));
        add(
                "formula.remove",
                FormulaTexts.REMOVE_COMMAND,
                "x",
                () -> isReady.getAsBoolean() && formula(current.get()).isPresent(),
                () -> remove(current.get()));
        add(
                "formula.clear",
                FormulaTexts.REMOVE_ALL_COMMAND,
                "x",
                () -> isReady.getAsBoolean()
                        && !slot.trace().session().formulas().all().isEmpty(),
                () -> remove(FormulaList.GROUP));
    }

    private void add(String id, String title, String icon, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.COUNTERS, title, icon, "", enabled, action));
    }

    /// Menu items for a track: compute with the given counters, or edit the formula.
    ///
    /// @param selected tracks that the menu applies to
    public List<MenuItem> items(TrackNode node, List<TrackNode> selected) {
        if (slot.trace().session() == null || !slot.trace().session().isReady()) {
            return List.of();
        }
        Optional<FormulaTrack> formula = formula(node.key());
        if (formula.isPresent()) {
            return List.of(
                    item(FormulaTexts.EDIT_FORMULA_ITEM, () -> edit(formula.get())),
                    item(FormulaTexts.REMOVE_TRACK, () -> remove(node.key())));
        }
        if (node.key().equals(FormulaList.GROUP)) {
            return List.of(item(FormulaTexts.REMOVE_TRACKS, () -> remove(node.key())));
        }
        List<String> counters = selected.stream()
                .filter(FormulaCommands::canBeUsed)
                .map(TrackNode::key)
                .toList();
        return counters.isEmpty()
                ? List.of()
                : List.of(item(FormulaTexts.computeFrom(counters.size()), () -> open(counters)));
    }

    private static MenuItem item(String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setOnAction(e -> action.run());
        return item;
    }

    private Optional<FormulaTrack> formula(String key) {
        return key == null || slot.trace().session() == null
                ? Optional.empty()
                : slot.trace().session().formulas().of(key);
    }

    private List<String> counterOf(String key) {
        TrackNode node = key == null ? null : view.tracks().node(key);
        return node != null && canBeUsed(node) ? List.of(key) : List.of();
    }

    private static boolean canBeUsed(TrackNode node) {
        return node.isCounter() && node.kind().formula() == null;
    }

    private void open(List<String> counters) {
        FormulaList formulas = slot.trace().session().formulas();
        String expression = counters.size() == 2
                ? "a − b"
                : counters.size() > 2 ? sumOfLetters(counters.size()) : counters.size() == 1 ? "a" : "";
        show(new FormulaTrack(formulas.nextNumber(), "", expression, "", counters), false);
    }

    /// Returns a formula such as `a + b + c`.
    private static String sumOfLetters(int count) {
        StringBuilder text = new StringBuilder("a");
        for (int i = 1; i < Math.min(count, CounterFormula.MAX_COUNTERS); i++) {
            text.append(" + ").append((char) ('a' + i));
        }
        return text.toString();
    }

    private void edit(FormulaTrack formula) {
        show(formula, true);
    }

    private void show(FormulaTrack start, boolean isEdit) {
        List<TrackPath> candidates = TrackPath.all(
                        slot.trace().session().tracks().roots())
                .stream()
                .filter(p -> canBeUsed(p.node()))
                .toList();
        new FormulaForm(candidates, start, isEdit, chosen -> {
                    if (slot.trace().session() != null
                            && slot.trace().session().formulas().put(chosen).isEmpty()) {
                        if (!isEdit) {
                            view.tracks().setPinned(chosen.key(), true);
                            view.tracks().collapse(FormulaList.GROUP);
                        }
                        messages.status()
                                .setState(
                                        "check",
                                        isEdit ? FormulaTexts.CHANGED : FormulaTexts.COMPUTED,
                                        FormulaTexts.definition(chosen.title(), chosen.formula()));
                    }
                })
                .show(view);
    }

    private void remove(String key) {
        slot.trace().session().formulas().remove(key);
    }
}
