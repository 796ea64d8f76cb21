package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Values of different types are compared by the affinities of both sides. In a comparison with a numeric column, text
/// is converted to a number; in a comparison with a text column, a number is converted to text. Text that is not a
/// number, and text in all other comparisons, is greater than all numbers; a BLOB is greater than all text.
final class Comparisons implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(
                Expression.Binary.class,
                Expression.Between.class,
                Expression.InList.class,
                Expression.InQuery.class,
                Expression.Case.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        switch (expression) {
            case Expression.Binary b
            when b.operator().isComparison() -> comparePair(b.left(), b.right(), binding, conversions);
            case Expression.Between b -> compareBetween(b, binding, conversions);
            case Expression.InList in
            when binding.typeOf(in.value()).isNull() -> convertListOfNull(in, binding, conversions);
            case Expression.InList in ->
                in.elements().forEach(e -> compareEqual(in.value(), e, true, binding, conversions));
            case Expression.InQuery in
            when in.query().body() instanceof QueryBody.Select select
                    && select.items().size() == 1
                    && !(select.items().getFirst().value() instanceof Expression.Star) ->
                comparePair(in.value(), select.items().getFirst().value(), binding, conversions);
            case Expression.Case c
            when c.operand() != null ->
                c.branches().forEach(b -> compareEqual(c.operand(), b.condition(), false, binding, conversions));
            default -> {}
        }
    }

    private static void compareBetween(Expression.Between b, Binding binding, ValueConversions conversions) {
        if (binding.typeOf(b.low()).equals(DuckType.BLOB)
                != binding.typeOf(b.high()).equals(DuckType.BLOB)) {
            return;
        }
        // A conversion of the value would apply to both comparisons.
        boolean isValueKept = !isText(binding.typeOf(b.value()))
                || binding.affinityOf(b.value()) == Affinity.TEXT
                        && binding.affinityOf(b.low()) != Affinity.NUMERIC
                        && binding.affinityOf(b.high()) != Affinity.NUMERIC;
        if (isValueKept || isText(binding.typeOf(b.low())) == isText(binding.typeOf(b.high()))) {
            comparePair(b.value(), b.low(), binding, conversions);
            comparePair(b.value(), b.high(), binding, conversions);
        }
    }

    private static void comparePair(Expression left, Expression right, Binding binding, ValueConversions conversions) {
        comparePair(left, binding.affinityOf(left), right, binding.affinityOf(right), binding, conversions);
    }

    private static void comparePair(
            Expression left,
            Affinity leftAffinity,
            Expression right,
            Affinity rightAffinity,
            Binding binding,
            ValueConversions conversions) {
        DuckType leftType = binding.typeOf(left);
        DuckType rightType = binding.typeOf(right);
        if (leftType.kind() == TypeKind.VARIANT || rightType.kind() == TypeKind.VARIANT) {
            convertVariant(left, rightType, conversions);
            convertVariant(right, leftType, conversions);
        } else if (isGreater(leftType, rightType)) {
            conversions.toOrder(left, right);
        } else if (isGreater(rightType, leftType)) {
            conversions.toOrder(right, left);
        } else if (isText(leftType)) {
            convertText(left, leftAffinity, right, rightAffinity, binding, conversions);
        } else if (isText(rightType)) {
            convertText(right, rightAffinity, left, leftAffinity, binding, conversions);
        } else if (leftType.isBoolean() && rightType.isReal()) {
            conversions.toNumber(left, leftType);
        } else if (rightType.isBoolean() && leftType.isReal()) {
            conversions.toNumber(right, rightType);
        }
    }

    /// Converts a VARIANT to the type of the value with which it is compared.
    private static void convertVariant(Expression value, DuckType other, ValueConversions conversions) {
        if (isText(other)) {
            conversions.toText(value, DuckType.VARIANT);
        } else if (other.isNumber()) {
            conversions.toComparable(value, DuckType.VARIANT);
        }
    }

    /// Converts the texts in a list of mixed types to NULL, because the tested value is NULL: DuckDB would convert
    /// all elements to one type, although NULL equals none of them.
    private static void convertListOfNull(Expression.InList in, Binding binding, ValueConversions conversions) {
        if (binding.isMixed(in.elements())) {
            in.elements().stream().filter(e -> isText(binding.typeOf(e))).forEach(e -> conversions.toNull(e, "BIGINT"));
        }
    }

    /// Converts one of several values that are tested for equality with the same value.
    ///
    /// @param isElement whether `other` is an element of a list, which has no affinity
    private static void compareEqual(
            Expression value, Expression other, boolean isElement, Binding binding, ValueConversions conversions) {
        Affinity affinity = binding.affinityOf(value);
        Affinity otherAffinity = isElement ? Affinity.NONE : binding.affinityOf(other);
        DuckType otherType = binding.typeOf(other);
        boolean isNeverEqual = isText(binding.typeOf(value))
                && (otherType.isNumber() || otherType.isBoolean())
                && affinity != Affinity.TEXT
                && otherAffinity != Affinity.NUMERIC
                && !binding.isJsonValue(value);
        // The value must stay as it is, because it is also compared with other values.
        if (isNeverEqual || isText(binding.typeOf(value)) && otherType.equals(DuckType.BLOB)) {
            conversions.toUnequalText(other);
        } else if (isGreater(binding.typeOf(value), otherType)) {
            conversions.toUnequalBlob(other);
        } else if (isGreater(otherType, binding.typeOf(value))) {
            conversions.toGreatest(other);
        } else {
            comparePair(value, affinity, other, otherAffinity, binding, conversions);
        }
    }

    private static void convertText(
            Expression text,
            Affinity textAffinity,
            Expression other,
            Affinity otherAffinity,
            Binding binding,
            ValueConversions conversions) {
        DuckType textType = binding.typeOf(text);
        DuckType type = binding.typeOf(other);
        if (!type.isNumber() && !type.isBoolean()) {
            return;
        }
        if (otherAffinity != Affinity.NUMERIC && textAffinity == Affinity.TEXT) {
            conversions.toText(other, type);
            return;
        }
        if (type.isBoolean()) {
            conversions.toNumber(other, type);
        }
        if (otherAffinity == Affinity.NUMERIC || binding.isJsonValue(text)) {
            conversions.toComparable(text, textType);
        } else {
            conversions.toGreatest(text);
        }
    }

    /// Returns whether values are greater than all of another type, because they are BLOBs.
    private static boolean isGreater(DuckType type, DuckType other) {
        return type.equals(DuckType.BLOB) && (isText(other) || other.isNumber() || other.isBoolean());
    }

    private static boolean isText(DuckType type) {
        return type.kind() == TypeKind.VARCHAR || ValueConversions.isString(type);
    }
}
