package traceglass.app.panel.flame;

import java.util.List;
import java.util.function.BooleanSupplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;

/// Comparison of a panel's flame graph with a base: the state, its menu, and a strip that labels both graphs.
final class FlameCompare {

    /// Comparison settings.
    ///
    /// @param base the base graph
    /// @param isSwapped whether the roles are swapped, so that the selection is the base
    /// @param isScaled whether the base is scaled to the same total, to compare shares
    record CompareSettings(FlameBase base, boolean isSwapped, boolean isScaled) {

        /// Combines the frames of both, base first.
        FlameFrames scaledFrames(FlameFrames current, int value, FlameMeasure measure) {
            int baseValue = base.data().measure(measure.id());
            return isSwapped
                    ? FlameFrames.difference(current, value, base.data().frames(), baseValue, isScaled)
                    : FlameFrames.difference(base.data().frames(), baseValue, current, value, isScaled);
        }
    }

    private final FlameBases bases;
    private final Runnable whenChanged;
    private final MenuButton menu = new MenuButton(FlameTexts.COMPARE, new Icon("compare", 15));
    private final MenuItem swap = new MenuItem(FlameTexts.SWAP_BASE_AND_CURRENT);
    private final MenuItem stop = new MenuItem(FlameTexts.STOP_COMPARING);
    private final Label baseLabel = new Label();
    private final Label currentLabel = new Label();
    private final Label mismatch = new Label();
    private final CheckBox shares = new CheckBox(FlameTexts.SAME_TOTAL);
    private final HBox strip = new HBox(10);
    private boolean isSwapped;

    /// Creates a comparison.
    ///
    /// @param bases the base of the window
    /// @param whenChanged called when the base or a setting changes
    FlameCompare(FlameBases bases, Runnable whenChanged) {
        this.bases = bases;
        this.whenChanged = whenChanged;
        bases.baseProperty().addListener(o -> {
            isSwapped = false;
            show();
            whenChanged.run();
        });
    }

    /// Creates the menu.
    ///
    /// @param setBase makes the current graph the base
    /// @param compareTraces compares with the graph of the second trace
    MenuButton menu(Runnable setBase, Runnable compareTraces, BooleanSupplier hasOtherTrace) {
        menu.setId("flame-compare");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        MenuItem useAsBase = item("flame-base", FlameTexts.USE_AS_BASE, setBase);
        MenuItem other = item("flame-other", FlameTexts.COMPARE_WITH_OTHER_TRACE, compareTraces);
        swap.setId("flame-swap");
        swap.setOnAction(e -> swap());
        stop.setId("flame-compare-stop");
        stop.setOnAction(e -> clear());
        menu.getItems().addAll(useAsBase, other, swap, stop);
        menu.setOnShowing(e -> other.setDisable(!hasOtherTrace.getAsBoolean()));
        show();
        return menu;
    }

    private static MenuItem item(String id, String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setId(id);
        item.setOnAction(e -> action.run());
        return item;
    }

    /// Creates the strip that labels base and current graph; visible while there is a base.
    Node strip() {
        strip.setId("flame-strip");
        strip.setAlignment(Pos.CENTER_LEFT);
        strip.getStyleClass().add("tg-flame-strip");
        baseLabel.setId("flame-strip-base");
        currentLabel.setId("flame-strip-shown");
        mismatch.setId("flame-strip-mismatch");
        mismatch.getStyleClass().add(Styles.TEXT_2);
        shares.setId("flame-strip-shares");
        Tooltips.set(shares, FlameTexts.SAME_TOTAL_TOOLTIP);
        shares.getStyleClass().add("tg-compare-check");
        shares.setMinWidth(Region.USE_PREF_SIZE);
        shares.setOnAction(e -> whenChanged.run());
        for (Label l : List.of(baseLabel, currentLabel, mismatch)) {
            l.setMinWidth(0);
        }
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        strip.getChildren()
                .addAll(
                        tag(FlameTexts.BASE),
                        baseLabel,
                        new Icon("chevron-right", 12).styled("tg-text-3"),
                        tag(FlameTexts.CURRENT),
                        currentLabel,
                        mismatch,
                        space,
                        shares,
                        button(FlameTexts.SWAP, "flame-strip-swap", this::swap),
                        button(FlameTexts.STOP_COMPARING, "flame-strip-stop", this::clear));
        show();
        return strip;
    }

    private static Label tag(String text) {
        Label l = new Label(text);
        l.getStyleClass().add("tg-count");
        l.setMinWidth(Region.USE_PREF_SIZE);
        return l;
    }

    private static Button button(String title, String id, Runnable action) {
        Button b = new Button(title);
        b.setId(id);
        b.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        b.setMinWidth(Region.USE_PREF_SIZE);
        b.setOnAction(e -> action.run());
        return b;
    }

    private void show() {
        boolean isOn = isActive();
        swap.setDisable(!isOn);
        stop.setDisable(!isOn);
        menu.setText(isOn ? FlameTexts.COMPARING : FlameTexts.COMPARE);
        strip.setVisible(isOn);
        strip.setManaged(isOn);
    }

    /// Updates the descriptions in the strip.
    ///
    /// @param current description of the current selection
    void describe(TraceSession trace, FlameSource source, FlameMeasure measure, String current) {
        FlameBase base = bases.base();
        if (base == null || trace == null || source == null) {
            return;
        }
        boolean isComparable = settingsFor(source, measure) != null;
        String other = base.description(trace);
        String currentTitle =
                FlameTexts.graphTitle(base.trace() == trace ? null : trace.name(), source.title(), current);
        baseLabel.setText(isSwapped && isComparable ? currentTitle : other);
        currentLabel.setText(isSwapped && isComparable ? other : currentTitle);
        mismatch.setText(
                isComparable
                        ? ""
                        : base.source().id().equals(source.id())
                                ? FlameTexts.BASE_LACKS_MEASURE
                                : FlameTexts.baseHasOtherSource(base.source().title()));
        shares.setDisable(!isComparable);
    }

    boolean isActive() {
        return bases.base() != null;
    }

    void set(FlameBase newBase) {
        bases.set(newBase);
    }

    void swap() {
        if (isActive()) {
            isSwapped = !isSwapped;
            show();
            whenChanged.run();
        }
    }

    void clear() {
        if (isActive()) {
            bases.set(null);
        }
    }

    /// Comparison settings for a graph with this source and measure, or null if it cannot be compared.
    CompareSettings settingsFor(FlameSource source, FlameMeasure measure) {
        FlameBase base = bases.base();
        return base != null
                        && source != null
                        && source.id().equals(base.source().id())
                        && base.hasMeasure(measure)
                ? new CompareSettings(base, isSwapped, shares.isSelected())
                : null;
    }
}
