package traceglass.render.color;

/// Appearance settings. Immutable; pass a new instance to the timeline to change them.
///
/// @param dark dark color scheme
/// @param colorBlind color-blind palette (red-green)
/// @param highContrast borders around slices
/// @param scale size of text and rows, 1 is 100%
/// @param compact shorter rows for CPUs and counters
/// @param reducedMotion no animations
/// @param priorities color CPU slices by thread priority instead of by process
public record Theme(
        boolean dark,
        boolean colorBlind,
        boolean highContrast,
        double scale,
        boolean compact,
        boolean reducedMotion,
        boolean priorities) {

    public static final Theme LIGHT = new Theme(false, false, false, 1, true, false, false);
    public static final Theme DARK = new Theme(true, false, false, 1, true, false, false);

    public Theme withColorBlind(boolean value) {
        return new Theme(dark, value, highContrast, scale, compact, reducedMotion, priorities);
    }

    public Theme withHighContrast(boolean value) {
        return new Theme(dark, colorBlind, value, scale, compact, reducedMotion, priorities);
    }

    public Theme withReducedMotion(boolean value) {
        return new Theme(dark, colorBlind, highContrast, scale, compact, value, priorities);
    }
}
