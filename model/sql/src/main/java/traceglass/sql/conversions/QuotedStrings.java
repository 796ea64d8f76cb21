package traceglass.sql.conversions;

import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;

/// A name in double quotes that does not name a column is a string.
final class QuotedStrings implements TypeRule {

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Column name && binding.isStringLiteral(name)) {
            conversions.makeString(name);
        }
    }
}
