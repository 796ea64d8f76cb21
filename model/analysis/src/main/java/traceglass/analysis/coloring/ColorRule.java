package traceglass.analysis.coloring;

/// Color of the slices that meet a condition.
///
/// @param on whether it is used
/// @param when the condition
/// @param argb the color, `0xAARRGGBB`
public record ColorRule(boolean on, Condition when, int argb) {

    /// Returns whether it can color anything.
    boolean isActive() {
        return on && !when.isEmpty();
    }
}
