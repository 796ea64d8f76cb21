package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.conversions.ExpressionConversions;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.tree.SqlStatement;

/// All rules of SQLite that depend on names and types, in the order in which they apply.
final class TypeRules {
    private TypeRules() {}

    /// Adds the conversions that a statement needs.
    ///
    /// @param keepsTypes whether the reader of the result distinguishes integers and reals in one column
    static void apply(SqlStatement statement, Binding binding, ValueConversions conversions, boolean keepsTypes) {
        ForwardJoinConditions.apply(binding, conversions);
        ListAliases.apply(binding, conversions);
        AmbiguousColumns.apply(binding, conversions);
        RecursiveTables.apply(binding, conversions);
        FunctionArguments.apply(binding, conversions);
        MixedRows.apply(binding, conversions);
        ExpressionConversions.apply(binding, conversions);
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
