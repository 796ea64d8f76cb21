package traceglass.analysis.formula;

import java.util.List;

/// A part of a formula.
sealed interface Term {

    /// A number as it was typed.
    record Constant(double value) implements Term {}

    /// What one of the counters is looked at for.
    ///
    /// @param slot place among the series of the formula
    record Series(int slot) implements Term {}

    record Negative(Term of) implements Term {}

    /// @param operator `+`, `-`, `*` or `/`
    record Binary(char operator, Term left, Term right) implements Term {}

    /// @param name `min`, `max` or `abs`
    record Call(String name, List<Term> of) implements Term {}

    /// Its value, when each series has the value given; what is divided by nothing is not a number.
    static double value(Term term, double[] series) {
        return switch (term) {
            case Constant c -> c.value;
            case Series s -> series[s.slot];
            case Negative n -> -value(n.of, series);
            case Binary b -> {
                double left = value(b.left, series);
                double right = value(b.right, series);
                double result = switch (b.operator) {
                    case '+' -> left + right;
                    case '-' -> left - right;
                    case '*' -> left * right;
                    default -> left / right;
                };
                yield Double.isInfinite(result) ? Double.NaN : result;
            }
            case Call c -> {
                double result = value(c.of.getFirst(), series);
                for (Term other : c.of.subList(1, c.of.size())) {
                    double v = value(other, series);
                    result = c.name.equals("min") ? Math.min(result, v) : Math.max(result, v);
                }
                yield c.name.equals("abs") ? Math.abs(result) : result;
            }
        };
    }
}
