package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;

/// A rule of SQLite for one kind of expression that depends on types. The doc of each class states the rule, which it
/// reproduces in DuckDB. [ExpressionConversions] lists all.
interface TypeRule {

    /// Returns the kinds of expressions that the rule applies to.
    Set<Class<? extends Expression>> kinds();

    /// Adds the conversions that an expression needs; called for its operands first.
    void apply(Expression expression, Binding binding, ValueConversions conversions);
}
