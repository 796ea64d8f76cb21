package traceglass.sql.types;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Result types of operators, and common types of several values, as DuckDB determines them.
public final class OperatorTypes {
    /// Integers by width; each takes the values of those before it with the same sign.
    private static final List<TypeKind> SIGNED =
            List.of(TypeKind.TINYINT, TypeKind.SMALLINT, TypeKind.INTEGER, TypeKind.BIGINT, TypeKind.HUGEINT);
    private static final List<TypeKind> UNSIGNED =
            List.of(TypeKind.UTINYINT, TypeKind.USMALLINT, TypeKind.UINTEGER, TypeKind.UBIGINT, TypeKind.UHUGEINT);

    private OperatorTypes() {}

    /// Returns the type of a sum, difference, product or quotient whose operands are converted to numbers.
    public static DuckType arithmetic(DuckType left, DuckType right) {
        DuckType first = number(left);
        DuckType second = number(right);
        if (!first.isNumber() || !second.isNumber()) {
            return DuckType.UNKNOWN;
        }
        DuckType common = common(first, second);
        if (common == null || common.kind() == TypeKind.DECIMAL) {
            return DuckType.UNKNOWN;
        }
        return common.columnType();
    }

    /// Returns the type of a value that is converted to a number.
    public static DuckType number(DuckType type) {
        return switch (type.kind()) {
            case BOOLEAN -> DuckType.BIGINT;
            case VARCHAR, JSON -> DuckType.DOUBLE;
            default -> type;
        };
    }

    /// Returns whether integers of a type have fewer than 64 bits, so that arithmetic with them may overflow.
    public static boolean isNarrow(DuckType type) {
        return switch (type.columnType().kind()) {
            case TINYINT, UTINYINT, SMALLINT, USMALLINT, INTEGER, UINTEGER -> true;
            default -> false;
        };
    }

    /// Returns the type of `left % right`.
    public static DuckType modulo(DuckType left, DuckType right) {
        if (left.isInteger() && right.isInteger()) {
            return arithmetic(left, right);
        }
        return isCountable(left) && isCountable(right) ? DuckType.DOUBLE : DuckType.UNKNOWN;
    }

    /// Returns whether SQLite calculates with values of a type, and DuckDB possibly does not.
    public static boolean isCountable(DuckType type) {
        return type.isNumber() || type.isBoolean() || type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.JSON;
    }

    /// Returns the type of an operation on bits whose operands are converted to integers.
    public static DuckType bits(DuckType left, DuckType right) {
        DuckType first = integerOperand(left);
        DuckType second = integerOperand(right);
        return first.isInteger() && second.isInteger() ? arithmetic(first, second) : DuckType.UNKNOWN;
    }

    /// Returns the type of a shift whose operands are converted to integers.
    public static DuckType shift(DuckType left, DuckType right) {
        return integerOperand(left).isInteger() && integerOperand(right).isInteger()
                ? DuckType.BIGINT
                : DuckType.UNKNOWN;
    }

    /// Returns the type of an operand of bit operators, which is converted to an integer.
    public static DuckType integerOperand(DuckType type) {
        return switch (type.kind()) {
            case BOOLEAN, VARCHAR, JSON, STRING_LITERAL, DOUBLE, FLOAT -> DuckType.BIGINT;
            default -> type;
        };
    }

    /// Returns the type of `left || right`.
    public static DuckType concatenation(DuckType left, DuckType right) {
        if (left.isUnknown()
                || right.isUnknown()
                || left.kind().isNested()
                || right.kind().isNested()) {
            return DuckType.UNKNOWN;
        }
        if (left.isNull() || right.isNull()) {
            return DuckType.NULL;
        }
        return left.kind() == TypeKind.BLOB && right.kind() == TypeKind.BLOB ? left : DuckType.VARCHAR;
    }

    /// Returns the common type of several values, as in CASE, COALESCE, VALUES and UNION; null if there is none.
    public static @Nullable DuckType common(List<DuckType> types) {
        DuckType common = DuckType.NULL;
        for (DuckType type : types) {
            common = common(common, type);
            if (common == null) {
                return null;
            }
        }
        return common;
    }

    /// Returns the common type of two values; null if there is none.
    public static @Nullable DuckType common(DuckType left, DuckType right) {
        if (left.isUnknown() || right.isUnknown()) {
            return DuckType.UNKNOWN;
        }
        if (left == right || left.equals(right)) {
            return left;
        }
        if (left.kind() == TypeKind.JSON || right.kind() == TypeKind.JSON) {
            return DuckType.of(TypeKind.JSON);
        }
        if (left.isNull()) {
            return right;
        }
        if (right.isNull()) {
            return left;
        }
        if (left.kind() == TypeKind.STRING_LITERAL) {
            return right.columnType();
        }
        if (right.kind() == TypeKind.STRING_LITERAL) {
            return left.columnType();
        }
        if (left.isBoolean() && right.isInteger()) {
            return right.columnType();
        }
        if (right.isBoolean() && left.isInteger()) {
            return left.columnType();
        }
        if (left.isNumber() && right.isNumber()) {
            return commonNumber(left, right);
        }
        if (left.kind() == TypeKind.VARIANT || right.kind() == TypeKind.VARIANT) {
            return DuckType.VARIANT;
        }
        boolean isPlain = isPlain(left.kind()) && isPlain(right.kind());
        return isPlain ? null : DuckType.UNKNOWN;
    }

    /// Returns whether a type has a common type only with its own kind.
    private static boolean isPlain(TypeKind kind) {
        return kind.isNumber() || kind == TypeKind.VARCHAR || kind == TypeKind.BOOLEAN || kind == TypeKind.BLOB;
    }

    private static DuckType commonNumber(DuckType left, DuckType right) {
        if (left.kind() == TypeKind.DOUBLE || right.kind() == TypeKind.DOUBLE) {
            return DuckType.DOUBLE;
        }
        if (left.kind() == TypeKind.FLOAT || right.kind() == TypeKind.FLOAT) {
            return DuckType.of(TypeKind.FLOAT);
        }
        if (left.kind() == TypeKind.DECIMAL || right.kind() == TypeKind.DECIMAL) {
            return DuckType.UNKNOWN;
        }
        if (left.kind() == TypeKind.INTEGER_LITERAL) {
            return literalWith(left, right);
        }
        if (right.kind() == TypeKind.INTEGER_LITERAL) {
            return literalWith(right, left);
        }
        return commonInteger(left.kind(), right.kind());
    }

    /// Returns the type of a literal integer together with another.
    private static DuckType literalWith(DuckType literal, DuckType other) {
        return switch (other.kind()) {
            case BIGINT, HUGEINT -> literal.width() <= 64 ? other : DuckType.UNKNOWN;
            case INTEGER -> literal.width() == 32 ? other : DuckType.UNKNOWN;
            case INTEGER_LITERAL -> literal.width() > other.width() ? literal : other;
            default -> DuckType.UNKNOWN;
        };
    }

    private static DuckType commonInteger(TypeKind left, TypeKind right) {
        int signedLeft = SIGNED.indexOf(left);
        int signedRight = SIGNED.indexOf(right);
        if (signedLeft >= 0 && signedRight >= 0) {
            return DuckType.of(SIGNED.get(Math.max(signedLeft, signedRight)));
        }
        int unsignedLeft = UNSIGNED.indexOf(left);
        int unsignedRight = UNSIGNED.indexOf(right);
        if (unsignedLeft >= 0 && unsignedRight >= 0) {
            return DuckType.of(UNSIGNED.get(Math.max(unsignedLeft, unsignedRight)));
        }
        // The next wider signed type holds the values of both.
        int width = Math.max(Math.max(signedLeft, signedRight), Math.max(unsignedLeft, unsignedRight) + 1);
        return width < SIGNED.size() ? DuckType.of(SIGNED.get(width)) : DuckType.UNKNOWN;
    }
}
