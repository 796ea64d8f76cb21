package traceglass.sql.result;

import java.math.BigDecimal;
import java.math.BigInteger;

/// Values of a result as plain objects: Long, BigInteger beyond its range, Double, Boolean, String, byte[] or null.
public final class ResultValue {

    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private ResultValue() {}

    /// Returns a value of the current row.
    public static Object of(ResultCursor cursor, int column) throws QueryException {
        return switch (cursor.columns().get(column).type()) {
            case LONG -> {
                long value = cursor.getLong(column);
                yield value == 0 && cursor.wasNull() ? null : Long.valueOf(value);
            }
            case BOOLEAN -> {
                long value = cursor.getLong(column);
                yield value == 0 && cursor.wasNull() ? null : Boolean.valueOf(value != 0);
            }
            case DOUBLE -> {
                double value = cursor.getDouble(column);
                yield (value == 0 || Double.isNaN(value)) && cursor.wasNull() ? null : Double.valueOf(value);
            }
            case HUGE -> cursor.getHuge(column);
            case TEXT -> cursor.getString(column);
            case BLOB -> cursor.getBytes(column);
            case OTHER -> simplify(ofAnyType(cursor, column));
        };
    }

    static Number toLongIfPossible(BigInteger value) {
        return value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0 ? (Number) value.longValue() : value;
    }

    private static Object simplify(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean b -> b;
            case Double d -> d;
            case Float f -> f.doubleValue();
            case BigDecimal d -> d.doubleValue();
            case BigInteger i -> toLongIfPossible(i);
            case Number n -> n.longValue();
            case byte[] bytes -> bytes;
            default -> value.toString();
        };
    }

    /// Returns a value of a column whose values have types of their own, as the driver's object; JSON as SQLite's
    /// functions return it.
    static Object ofAnyType(ResultCursor cursor, int column) throws QueryException {
        Object value = cursor.getObject(column);
        return cursor.columns().get(column).sqlType().equals("JSON") ? json(value) : value;
    }

    /// Converts a JSON value as SQLite's functions return it: text without quotes, numbers as numbers.
    private static Object json(Object value) {
        if (value == null) {
            return null;
        }
        String text = value.toString();
        if (text.equals("null")) {
            return null;
        }
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"") && text.indexOf('\\') < 0) {
            return text.substring(1, text.length() - 1);
        }
        try {
            return new BigInteger(text);
        } catch (NumberFormatException notWhole) {
            try {
                return Double.valueOf(text);
            } catch (NumberFormatException notANumber) {
                return text;
            }
        }
    }
}
