package traceglass.app.session;

import java.util.List;

/// Counter computed from other counters by a formula. Immutable.
///
/// @param number unique among the formulas of the trace
/// @param title name of the track
/// @param formula expression in the syntax of [traceglass.analysis.formula.CounterFormula]
/// @param unit unit of the values, or empty
/// @param counters keys of the tracks that the letters in the formula refer to, in order
public record FormulaTrack(int number, String title, String formula, String unit, List<String> counters) {

    public FormulaTrack {
        counters = List.copyOf(counters);
    }

    /// Key of the track in the track tree.
    public String key() {
        return FormulaList.GROUP + "/" + number;
    }
}
