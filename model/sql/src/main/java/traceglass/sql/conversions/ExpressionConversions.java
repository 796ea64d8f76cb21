package traceglass.sql.conversions;

import java.util.List;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;

/// All rules of SQLite for expressions that depend on types, in the order in which they apply.
public final class ExpressionConversions {
    private static final List<TypeRule> OTHER_RULES = List.of(
            new ArithmeticOperands(),
            new BitOperands(),
            new WideIntegers(),
            new PatternOperands(),
            new Comparisons(),
            new ChainedComparisons(),
            new Conditions(),
            new ArgumentTypes(),
            new BlobFunctions(),
            new RoundingCalls(),
            new IntegerCasts(),
            new MixedTypeResults(),
            new MixedExtremes(),
            new MixedNullIf(),
            new VariantTypes());

    private static final TypeRule COLUMN_RULE = new QuotedStrings();

    private ExpressionConversions() {}

    /// Adds the conversions that the expressions of a statement need. Most expressions are columns and literals, for
    /// which only few rules exist.
    public static void apply(Binding binding, ValueConversions conversions) {
        Conditions.applyToClauses(binding, conversions);
        for (Expression expression : binding.expressions()) {
            if (expression instanceof Expression.Column) {
                COLUMN_RULE.apply(expression, binding, conversions);
            } else if (!(expression instanceof Expression.Literal)) {
                for (int i = 0; i < OTHER_RULES.size(); i++) {
                    OTHER_RULES.get(i).apply(expression, binding, conversions);
                }
            }
        }
    }
}
