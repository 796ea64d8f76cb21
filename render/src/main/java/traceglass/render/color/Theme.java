package traceglass.render.color;

/// Appearance settings. Immutable; pass a new instance to the timeline to change them.
///
/// @param isDark whether the color scheme is dark
/// @param isColorBlind whether the palette is safe for red-green color blindness
/// @param isHighContrast whether slices have borders
/// @param scale size of text and rows, 1 is 100%
/// @param isCompact whether rows are shorter for CPUs and counters
/// @param reducesMotion whether animations are off
/// @param showsPriorities whether CPU slices are colored by thread priority instead of by process
public record Theme(
        boolean isDark,
        boolean isColorBlind,
        boolean isHighContrast,
        double scale,
        boolean isCompact,
        boolean reducesMotion,
        boolean showsPriorities) {

    public static final Theme LIGHT = new Theme(false, false, false, 1, true, false, false);
    public static final Theme DARK = new Theme(true, false, false, 1, true, false, false);

    public Theme withColorBlind(boolean value) {
        return new Theme(isDark, value, isHighContrast, scale, isCompact, reducesMotion, showsPriorities);
    }

    public Theme withHighContrast(boolean value) {
        return new Theme(isDark, isColorBlind, value, scale, isCompact, reducesMotion, showsPriorities);
    }

    public Theme withReducedMotion(boolean value) {
        return new Theme(isDark, isColorBlind, isHighContrast, scale, isCompact, value, showsPriorities);
    }
}
