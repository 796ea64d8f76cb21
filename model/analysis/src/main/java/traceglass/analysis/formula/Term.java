package traceglass.analysis.formula;

import java.util.List;

/// Node of a parsed formula.
sealed interface Term {

    /// Number.
    record Constant(double value) implements Term {}

    /// Value of a counter.
    ///
    /// @param slot index among the series of the formula
    record Series(int slot) implements Term {}

    record Negative(Term operand) implements Term {}

    /// @param operator `+`, `-`, `*` or `/`
    record Binary(char operator, Term left, Term right) implements Term {}

    /// @param name `min`, `max` or `abs`
    record Call(String name, List<Term> arguments) implements Term {}

    /// Returns the value of the term for given values of the series; NaN for a division by 0.
    static double value(Term term, double[] series) {
        return switch (term) {
            case Constant c -> c.value;
            case Series s -> series[s.slot];
            case Negative n -> -value(n.operand, series);
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
                double result = value(c.arguments.getFirst(), series);
                for (Term other : c.arguments.subList(1, c.arguments.size())) {
                    double v = value(other, series);
                    result = c.name.equals("min") ? Math.min(result, v) : Math.max(result, v);
                }
                yield c.name.equals("abs") ? Math.abs(result) : result;
            }
        };
    }
}
