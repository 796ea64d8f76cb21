package traceglass.analysis.formula;

import java.util.List;
import traceglass.analysis.formula.CounterFormula.Series;
import traceglass.analysis.track.CounterMode;

/// Derives the unit of a formula from the units of its counters. Null represents an unknown unit.
final class FormulaUnit {

    private FormulaUnit() {}

    /// Unit; a plain number has none and takes the unit of the value it is added to.
    private record Unit(String name, boolean isPlain) {}

    private static final Unit PLAIN = new Unit("", true);

    /// Returns the unit of a formula.
    ///
    /// @param series counters of the formula by slot
    /// @param units units by counter; empty for none
    /// @return null if counters of different units are added
    static String of(Term term, List<Series> series, List<String> units) {
        Unit unit = unit(term, series, units);
        return unit == null ? null : unit.name;
    }

    private static Unit unit(Term term, List<Series> series, List<String> units) {
        return switch (term) {
            case Term.Constant c -> PLAIN;
            case Term.Series s -> {
                String unit = units.get(series.get(s.slot()).counter());
                yield new Unit(series.get(s.slot()).mode() == CounterMode.RATE ? perSecond(unit) : unit, false);
            }
            case Term.Negative n -> unit(n.operand(), series, units);
            case Term.Binary b -> binary(b.operator(), unit(b.left(), series, units), unit(b.right(), series, units));
            case Term.Call c -> {
                Unit all = unit(c.arguments().getFirst(), series, units);
                for (Term other : c.arguments().subList(1, c.arguments().size())) {
                    all = binary('+', all, unit(other, series, units));
                }
                yield all;
            }
        };
    }

    private static Unit binary(char operator, Unit left, Unit right) {
        if (left == null || right == null) {
            return null;
        }
        if (operator == '+' || operator == '-') {
            return left.isPlain ? right : right.isPlain || left.name.equals(right.name) ? left : null;
        }
        if (operator == '*') {
            return left.isPlain || !right.isPlain && left.name.isEmpty()
                    ? right
                    : right.isPlain || right.name.isEmpty() ? left : new Unit(left.name + "·" + right.name, false);
        }
        if (left.name.equals(right.name)) {
            return left.isPlain ? right : right.isPlain ? left : new Unit("", false);
        }
        return right.name.isEmpty()
                ? left
                : new Unit((left.name.isEmpty() ? "1" : left.name) + "/" + right.name, false);
    }

    /// Energy per second is power.
    private static String perSecond(String unit) {
        return unit.isEmpty() ? "" : unit.equals("µWs") ? "µW" : unit + "/s";
    }
}
