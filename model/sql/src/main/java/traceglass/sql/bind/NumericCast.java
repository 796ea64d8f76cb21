package traceglass.sql.bind;

import traceglass.sql.functions.TextNumber;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlType;
import traceglass.sql.types.DuckType;

/// `CAST(x AS NUMERIC)`: numbers are unchanged, and text is its leading number. That of a string literal is an integer
/// if it is exact; that of other text is a real, because a column has one type.
public final class NumericCast {

    private NumericCast() {}

    /// Returns whether a cast is one to NUMERIC or DECIMAL. One with a number of digits is DuckDB's.
    public static boolean is(Expression.Cast cast) {
        return cast.form() == Expression.CastForm.CAST
                && cast.type() instanceof SqlType.Simple type
                && type.modifiers().isEmpty()
                && type.span().end() == type.span().start() + 1
                && type.span().tokens().getFirst().isAny("NUMERIC", "DECIMAL", "DEC");
    }

    /// Returns the type of such a cast.
    static DuckType type(Expression.Cast cast, DuckType operand) {
        return switch (operand.kind()) {
            case BOOLEAN -> DuckType.BIGINT;
            case STRING_LITERAL ->
                TextNumber.toNumeric(Binding.literalText(cast.value())) instanceof Long
                        ? DuckType.BIGINT
                        : DuckType.DOUBLE;
            default -> operand.isNumber() ? operand.columnType() : DuckType.DOUBLE;
        };
    }
}
