package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;

/// A name in double quotes that does not name a column is a string.
final class QuotedStrings implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Column.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Column name && binding.isStringLiteral(name)) {
            conversions.makeString(name);
        }
    }
}
