package traceglass.app.ui;

import javafx.css.PseudoClass;

/// Names that code and the style sheet agree on.
public final class Styles {

    /// The chosen one of several.
    public static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

    /// Section labels: 11, semi-bold, quiet.
    public static final String SECTION = "tg-section";
    /// Quieter text: labels, units.
    public static final String TEXT_2 = "tg-text-2";
    /// The quietest text: facts, placeholders.
    public static final String TEXT_3 = "tg-text-3";
    /// Fixed width, for numbers, times, ids and code.
    public static final String MONO = "tg-mono";
    /// Text 12 high.
    public static final String SMALL = "tg-small";
    /// The name of the selected thing: 13.5, semi-bold.
    public static final String STRONG = "tg-strong";
    /// Headings of pages: 17, semi-bold.
    public static final String TITLE = "tg-title";
    /// Text that is clicked to go somewhere; see [Links].
    public static final String LINK = "tg-link";
    /// Short mark of 18, radius 4.
    public static final String CHIP = "tg-chip";
    /// White box with a border, on pages only.
    public static final String CARD = "tg-card";
    /// The one button that matters most.
    public static final String PRIMARY = "tg-primary";
    /// Button without a border, for tool bars.
    public static final String GHOST = "tg-ghost";
    /// Button or field of 24.
    public static final String COMPACT = "tg-compact";
    /// A key as it is drawn in help and tooltips.
    public static final String KEY = "tg-key";

    private Styles() {}
}
