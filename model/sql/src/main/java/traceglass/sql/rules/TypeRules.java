package traceglass.sql.rules;

import java.util.List;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlStatement;

/// All rules of SQLite that depend on names and types, in the order in which they apply.
final class TypeRules {
    private static final List<TypeRule> OF_OTHERS = List.of(
            new ArithmeticOperands(),
            new BitOperands(),
            new WideIntegers(),
            new PatternOperands(),
            new Comparisons(),
            new ChainedComparisons(),
            new Conditions(),
            new ArgumentTypes(),
            new BlobFunctions(),
            new AggregateMathCalls(),
            new IntegerCasts(),
            new MixedTypeResults(),
            new MixedExtremes(),
            new MixedNullIf(),
            new VariantTypes());

    private static final TypeRule OF_COLUMNS = new QuotedStrings();

    private TypeRules() {}

    /// Adds the conversions that a statement needs. Most expressions are names and literals, which need few rules.
    ///
    /// @param keepsTypes whether the reader of the result distinguishes integers and reals in one column
    static void apply(SqlStatement statement, Binding binding, ValueConversions conversions, boolean keepsTypes) {
        ForwardJoinConditions.apply(binding, conversions);
        ListAliases.apply(binding, conversions);
        AmbiguousColumns.apply(binding, conversions);
        RecursiveTables.apply(binding, conversions);
        FunctionArguments.apply(binding, conversions);
        MixedRows.apply(binding, conversions);
        Conditions.applyToClauses(binding, conversions);
        for (Expression expression : binding.expressions()) {
            if (expression instanceof Expression.Column) {
                OF_COLUMNS.apply(expression, binding, conversions);
            } else if (!(expression instanceof Expression.Literal)) {
                for (int i = 0; i < OF_OTHERS.size(); i++) {
                    OF_OTHERS.get(i).apply(expression, binding, conversions);
                }
            }
        }
        if (keepsTypes) {
            MixedNumbers.apply(statement, binding, conversions);
        }
        // The value of a group is the innermost of several conversions.
        for (Binding.BoundSelect select : binding.selects()) {
            new BareColumns(select, binding, conversions).apply();
        }
        conversions.finish();
    }
}
