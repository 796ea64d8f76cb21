package traceglass.analysis.coloring;

import java.util.ArrayList;
import java.util.List;

/// User's choices for the colors of slices. Immutable.
///
/// @param rules rules; the first matching one determines the color of a slice
/// @param usesTraceColors whether slices without a rule have the color that the trace gives them (`cname` of Chrome
///     JSON)
/// @param only condition for the slices that stand out; [Condition#NONE] for all
/// @param hidesOthers whether the others are hidden rather than dimmed
public record Coloring(List<ColorRule> rules, boolean usesTraceColors, Condition only, boolean hidesOthers) {

    public static final Coloring DEFAULT = new Coloring(List.of(), true, Condition.NONE, false);

    public Coloring {
        rules = List.copyOf(rules);
    }

    /// Returns whether a condition is to be evaluated.
    public boolean hasConditions() {
        return !only.isEmpty() || rules.stream().anyMatch(ColorRule::isActive);
    }

    public Coloring withRules(List<ColorRule> value) {
        return new Coloring(value, usesTraceColors, only, hidesOthers);
    }

    /// Returns the choices with another rule before all others.
    public Coloring withFirst(ColorRule rule) {
        List<ColorRule> all = new ArrayList<>(rules);
        all.removeIf(r -> r.when().equals(rule.when()));
        all.addFirst(rule);
        return withRules(all);
    }

    public Coloring withTraceColors(boolean value) {
        return new Coloring(rules, value, only, hidesOthers);
    }

    public Coloring withOnly(Condition value) {
        return new Coloring(rules, usesTraceColors, value, hidesOthers);
    }

    public Coloring withHiddenOthers(boolean value) {
        return new Coloring(rules, usesTraceColors, only, value);
    }
}
