package traceglass.app.ui;

import javafx.css.PseudoClass;

/// Style class names shared by code and style sheets.
public final class Styles {

    /// State of the selected one of several nodes.
    public static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

    /// Section label: 11 px, semi-bold, muted.
    public static final String SECTION = "tg-section";
    /// Secondary text: labels, units.
    public static final String TEXT_2 = "tg-text-2";
    /// Tertiary text: summaries, placeholders.
    public static final String TEXT_3 = "tg-text-3";
    /// Monospace, for numbers, times, ids and code.
    public static final String MONO = "tg-mono";
    /// Text of 12 px.
    public static final String SMALL = "tg-small";
    /// Name of the selected item: 13.5 px, semi-bold.
    public static final String STRONG = "tg-strong";
    /// Page heading: 17 px, semi-bold.
    public static final String TITLE = "tg-title";
    /// Clickable text; see [Links].
    public static final String LINK = "tg-link";
    /// Short label of 18 px height, radius 4 px.
    public static final String CHIP = "tg-chip";
    /// White box with a border, used on pages only.
    public static final String CARD = "tg-card";
    /// Primary button.
    public static final String PRIMARY = "tg-primary";
    /// Button without a border, for toolbars.
    public static final String GHOST = "tg-ghost";
    /// Button or field of 24 px height.
    public static final String COMPACT = "tg-compact";
    /// Key cap in help and tooltips.
    public static final String KEY = "tg-key";

    private Styles() {}
}
