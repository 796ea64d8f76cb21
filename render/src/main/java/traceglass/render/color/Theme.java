package traceglass.render.color;

/// What a person chose about looks. Immutable; hand a new one to the timeline to change it.
///
/// @param dark dark surfaces
/// @param colorBlind data colours that stay apart for people who see red and green alike
/// @param highContrast edges around slices
/// @param scale size of type and rows, 1 is 100 %
/// @param compact lower rows for CPUs
/// @param reducedMotion nothing eases, everything is instant
/// @param priorities CPUs are coloured by the threads' priorities in place of their processes
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
