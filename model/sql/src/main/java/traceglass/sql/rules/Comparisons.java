package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.functions.TextNumber;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Text that is compared with a column of numbers is compared as a number if it is one, and is otherwise greater than
/// all numbers; a number that is compared with a column of text is compared as text.
final class Comparisons implements TypeRule {

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        switch (expression) {
            case Expression.Binary b
            when b.operator().isComparison() -> pair(b.left(), b.right(), binding, conversions);
            case Expression.Between b -> {
                pair(b.value(), b.low(), binding, conversions);
                pair(b.value(), b.high(), binding, conversions);
            }
            case Expression.InList in ->
                in.elements().forEach(element -> element(in.value(), element, binding, conversions));
            case Expression.Case c
            when c.operand() != null ->
                c.branches().forEach(b -> pair(c.operand(), b.condition(), binding, conversions));
            default -> {}
        }
    }

    private static void pair(Expression left, Expression right, Binding binding, ValueConversions conversions) {
        DuckType leftType = binding.typeOf(left);
        DuckType rightType = binding.typeOf(right);
        if (isText(leftType)) {
            text(left, right, binding, conversions);
        } else if (isText(rightType)) {
            text(right, left, binding, conversions);
        } else if (leftType.isBoolean() && rightType.isReal()) {
            conversions.toNumber(left, leftType);
        } else if (rightType.isBoolean() && leftType.isReal()) {
            conversions.toNumber(right, rightType);
        }
    }

    /// Converts an element of a list, which has no affinity.
    private static void element(Expression value, Expression element, Binding binding, ValueConversions conversions) {
        boolean isText = binding.typeOf(value).kind() == TypeKind.VARCHAR;
        if (isText && binding.typeOf(element).isNumber()) {
            conversions.toText(element);
        } else {
            pair(value, element, binding, conversions);
        }
    }

    private static void text(Expression text, Expression other, Binding binding, ValueConversions conversions) {
        DuckType textType = binding.typeOf(text);
        DuckType type = binding.typeOf(other);
        if (!type.isNumber()) {
            return;
        }
        if (ValueConversions.isString(textType)) {
            if (!TextNumber.isNumber(Binding.string(text))) {
                conversions.toComparable(text, textType);
            }
        } else if (binding.affinityOf(text) == Affinity.TEXT && binding.affinityOf(other) == Affinity.NONE) {
            conversions.toText(other);
        } else {
            conversions.toComparable(text, textType);
        }
    }

    private static boolean isText(DuckType type) {
        return type.kind() == TypeKind.VARCHAR || ValueConversions.isString(type);
    }
}
