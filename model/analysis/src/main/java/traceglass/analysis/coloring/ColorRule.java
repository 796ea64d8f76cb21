package traceglass.analysis.coloring;

/// Color of the slices that meet a condition.
///
/// @param isOn whether the rule is enabled
/// @param when the condition
/// @param argb the color, `0xAARRGGBB`
public record ColorRule(boolean isOn, Condition when, int argb) {

    /// Returns whether the rule is enabled and has a condition.
    boolean isActive() {
        return isOn && !when.isEmpty();
    }
}
