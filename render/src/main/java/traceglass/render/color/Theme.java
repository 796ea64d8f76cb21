package traceglass.render.color;

/// Appearance settings. Immutable; pass a new instance to the timeline to change them.
///
/// @param isDark dark color scheme
/// @param isColorBlind color-blind palette (red-green)
/// @param isHighContrast borders around slices
/// @param scale size of text and rows, 1 is 100%
/// @param isCompact shorter rows for CPUs and counters
/// @param reducesMotion no animations
/// @param showsPriorities color CPU slices by thread priority instead of by process
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
