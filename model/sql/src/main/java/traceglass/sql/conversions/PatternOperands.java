package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Both operands of LIKE, GLOB and REGEXP are text, and so are those of `||`, because DuckDB formats reals and booleans
/// differently.
final class PatternOperands implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Pattern.class, Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Pattern p) {
            convert(p.value(), binding, conversions);
            convert(p.pattern(), binding, conversions);
        } else if (expression instanceof Expression.Binary b && b.operator() == BinaryOperator.CONCATENATE) {
            convertConcatenated(b.left(), binding, conversions);
            convertConcatenated(b.right(), binding, conversions);
        }
    }

    private static void convertConcatenated(Expression value, Binding binding, ValueConversions conversions) {
        DuckType type = binding.typeOf(value);
        if (type.kind() == TypeKind.DOUBLE || type.isBoolean()) {
            conversions.toText(value, type);
        }
    }

    private static void convert(Expression value, Binding binding, ValueConversions conversions) {
        DuckType type = binding.typeOf(value);
        if (type.isNumber() || type.isBoolean() || type.equals(DuckType.VARIANT)) {
            conversions.toText(value, type);
        }
    }
}
