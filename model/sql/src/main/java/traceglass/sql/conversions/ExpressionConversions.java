package traceglass.sql.conversions;

import java.util.List;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.RulesByKind;

/// All rules of SQLite for expressions that depend on types, in the order in which they apply.
public final class ExpressionConversions {
    private static final List<TypeRule> ALL = List.of(
            new QuotedStrings(),
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
            new NumericCasts(),
            new MixedTypeResults(),
            new MixedExtremes(),
            new MixedNullIf(),
            new VariantTypes());

    private static final RulesByKind<TypeRule> RULES = new RulesByKind<>(ALL, TypeRule::kinds);

    private ExpressionConversions() {}

    /// Adds the conversions that the expressions of a statement need.
    public static void apply(Binding binding, ValueConversions conversions) {
        Conditions.applyToClauses(binding, conversions);
        for (Expression expression : binding.expressions()) {
            List<TypeRule> rules = RULES.of(expression);
            for (int i = 0; i < rules.size(); i++) {
                rules.get(i).apply(expression, binding, conversions);
            }
        }
    }
}
