package traceglass.app.panel.colors;

import java.util.Optional;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import traceglass.analysis.coloring.ColorRule;
import traceglass.analysis.coloring.Coloring;
import traceglass.analysis.coloring.Condition;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.TraceNotes;
import traceglass.app.ui.Swatch;

/// Submenu with colors for all slices of one name, or of one thread or process. Choosing a color adds a color rule, or
/// changes the existing one.
public final class ColorMenu {

    private ColorMenu() {}

    /// Creates the submenu for the slices of one name; next to its title is their color.
    ///
    /// @param name the name of the slices
    /// @param other lets the user choose any color
    public static Menu of(TraceSlot slot, String name, Runnable other) {
        ColoringModel model = slot.coloring();
        Condition when = Condition.exactly(Condition.By.NAME, name);
        Optional<ColorRule> rule = rule(model.coloring(), when);
        int current = rule.filter(ColorRule::isOn)
                .map(ColorRule::argb)
                .orElseGet(() -> slot.appearance().palette().slice(name));
        Menu menu = new Menu(ColorsTexts.COLOR_NAME_MENU, Swatch.of(current));
        addTo(menu, slot.coloring(), when, other);
        return menu;
    }

    /// Creates the submenu for the slices that meet a condition.
    public static Menu of(TraceSlot slot, String title, Condition when) {
        ColoringModel model = slot.coloring();
        Menu menu = new Menu(title);
        rule(model.coloring(), when).filter(ColorRule::isOn).ifPresent(r -> menu.setGraphic(Swatch.of(r.argb())));
        addTo(menu, model, when, () -> {
            if (rule(model.coloring(), when).isEmpty()) {
                model.set(colored(model.coloring(), when, ColorsPanel.nextColor(model.coloring())));
            }
            slot.host().commands().run("colors.show");
        });
        return menu;
    }

    private static void addTo(Menu menu, ColoringModel model, Condition when, Runnable other) {
        Optional<ColorRule> rule = rule(model.coloring(), when);
        ToggleGroup group = new ToggleGroup();
        for (int i = 0; i < TraceNotes.COLORS.size(); i++) {
            int argb = TraceNotes.COLORS.get(i);
            RadioMenuItem item = new RadioMenuItem(TraceNotes.COLOR_NAMES.get(i), Swatch.of(argb));
            item.setToggleGroup(group);
            item.setSelected(rule.isPresent() && rule.get().isOn() && rule.get().argb() == argb);
            item.setOnAction(_ -> model.set(colored(model.coloring(), when, argb)));
            menu.getItems().add(item);
        }
        MenuItem more = new MenuItem(ColorsTexts.OTHER_COLOR);
        more.setOnAction(_ -> other.run());
        MenuItem none = new MenuItem(ColorsTexts.DEFAULT_COLOR);
        none.setDisable(rule.isEmpty());
        none.setOnAction(_ -> model.set(without(model.coloring(), when)));
        menu.getItems().addAll(more, new SeparatorMenuItem(), none);
    }

    private static Optional<ColorRule> rule(Coloring coloring, Condition when) {
        return coloring.rules().stream().filter(r -> r.when().equals(when)).findFirst();
    }

    /// Returns the coloring with a first rule that gives slices with this name the color.
    static Coloring colored(Coloring coloring, String name, int argb) {
        return colored(coloring, Condition.exactly(Condition.By.NAME, name), argb);
    }

    private static Coloring colored(Coloring coloring, Condition when, int argb) {
        return coloring.withFirst(new ColorRule(true, when, argb));
    }

    private static Coloring without(Coloring coloring, Condition when) {
        return coloring.withRules(
                coloring.rules().stream().filter(r -> !r.when().equals(when)).toList());
    }

    /// Returns the color that a rule gives slices with this name, or else a color that no rule uses.
    static int colorOf(Coloring coloring, String name) {
        return rule(coloring, Condition.exactly(Condition.By.NAME, name))
                .map(ColorRule::argb)
                .orElseGet(() -> ColorsPanel.nextColor(coloring));
    }
}
