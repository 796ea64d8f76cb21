package traceglass.app.panel.flame;

import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.layout.Region;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// What a flame graph is compared with: A, the base, was kept from another selection; B is what is shown.
final class FlameCompare {

    /// What was kept.
    ///
    /// @param source  title of the source it is of: others are not compared with it
    /// @param title   what it is, for people
    /// @param swapped whether what is selected is the base and this is shown
    record Base(String source, String title, FlameData data, boolean swapped) {

        /// Frames of both, the base first.
        FlameFrames with(FlameFrames now, int value, FlameMeasure measure) {
            int own = data.measure(measure.title());
            return swapped ? FlameFrames.difference(now, value, data.frames(), own) : FlameFrames.difference(data.frames(), own, now, value);
        }
    }

    private final Runnable changed;
    private final MenuButton menu = new MenuButton("Compare", new Icon("compare", 15));
    private final MenuItem of = new MenuItem();
    private final MenuItem swap = new MenuItem("Swap A and B");
    private final MenuItem stop = new MenuItem("Stop comparing");
    private Base base;

    /// @param changed told that the base is another
    FlameCompare(Runnable changed) {
        this.changed = changed;
    }

    /// @param keep keeps what is shown as the base
    MenuButton menu(Runnable keep) {
        menu.setId("flame-compare");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        MenuItem set = new MenuItem("Use what is shown as A, the base");
        set.setId("flame-base");
        set.setOnAction(e -> keep.run());
        swap.setId("flame-swap");
        swap.setOnAction(e -> swap());
        stop.setId("flame-compare-stop");
        stop.setOnAction(e -> clear());
        of.setDisable(true);
        of.setMnemonicParsing(false);
        menu.getItems().addAll(set, swap, stop, new SeparatorMenuItem(), of);
        show();
        return menu;
    }

    private void show() {
        swap.setDisable(base == null);
        stop.setDisable(base == null);
        of.setText(base == null ? "Nothing to compare with yet" : (base.swapped ? "B: " : "A: ") + base.source + ", " + base.title);
        menu.setText(base == null ? "Compare" : base.swapped ? "Base of B" : "Compared with A");
    }

    boolean isOn() {
        return base != null;
    }

    void set(Base newBase) {
        base = newBase;
        show();
        changed.run();
    }

    void swap() {
        if (base != null) {
            set(new Base(base.source, base.title, base.data, !base.swapped));
        }
    }

    void clear() {
        if (base != null) {
            set(null);
        }
    }

    /// What a graph of this source is compared with, or null.
    Base against(FlameSource source, FlameMeasure measure) {
        boolean fits = base != null && source != null && source.title().equals(base.source)
                && base.data.measures().stream().anyMatch(m -> m.title().equals(measure.title()));
        return fits ? base : null;
    }
}
