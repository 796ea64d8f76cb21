package traceglass.app.session;

import java.util.List;

/// A counter that a person computes from others. Immutable.
///
/// @param number tells it from the other formulas of the trace
/// @param title what its track is called
/// @param formula as [traceglass.analysis.formula.CounterFormula] reads it
/// @param unit what is said after a value, or empty
/// @param counters keys of the tracks that the letters stand for, in their order
public record FormulaTrack(int number, String title, String formula, String unit, List<String> counters) {

    public FormulaTrack {
        counters = List.copyOf(counters);
    }

    /// Key of its track in the tree.
    public String key() {
        return FormulaList.GROUP + "/" + number;
    }
}
