package traceglass.sql.functions;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Type conversions as in SQLite: a string counts as its leading number, 0 if there is none.
public final class TextNumber {
    private static final Pattern PREFIX =
            Pattern.compile("^\\s*([-+]?)([0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?|\\.[0-9]+([eE][-+]?[0-9]+)?)");

    private static final Pattern WHOLE = Pattern.compile("^\\s*([-+]?[0-9]+)");
    /// Reals from here on are not converted to integers.
    private static final double MAX_EXACT = 1L << 51;

    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);

    private TextNumber() {}

    /// Returns the number as SQL, as an integer if the text is one.
    public static String of(String text) {
        Matcher m = PREFIX.matcher(text);
        if (!m.find()) {
            return "0";
        }
        String number = m.group(2);
        boolean isWhole = number.chars().allMatch(c -> c >= '0' && c <= '9') && number.length() <= 18;
        String sql = isWhole ? number : literal(Double.parseDouble(number));
        return m.group(1).equals("-") ? "(-" + sql + ")" : sql;
    }

    /// Returns the number as a Long if that is exact, else as a Double; 0 if there is none.
    public static Number toNumeric(String text) {
        Matcher m = PREFIX.matcher(text);
        if (!m.find()) {
            return 0L;
        }
        String number = m.group().strip();
        if (m.group(3) == null && m.group(2).chars().allMatch(c -> c >= '0' && c <= '9')) {
            BigInteger whole = new BigInteger(number);
            return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : (Number) whole.doubleValue();
        }
        double real = Double.parseDouble(number);
        return real == Math.rint(real) && Math.abs(real) < MAX_EXACT ? (Number) (long) real : (Number) real;
    }

    /// Returns the result of [#toNumeric] as SQL.
    public static String ofNumeric(String text) {
        Number number = toNumeric(text);
        return "(" + (number instanceof Double d ? literal(d) : number.toString()) + ")";
    }

    private static String literal(double number) {
        String text = Double.toString(number);
        return Double.isInfinite(number) ? "CAST('" + text + "' AS DOUBLE)" : text.contains("E") ? text : text + "e0";
    }

    /// Returns whether a text is a number as a whole, so that DuckDB converts it.
    public static boolean isNumber(String text) {
        Matcher m = PREFIX.matcher(text.stripTrailing());
        return m.find() && m.end() == text.stripTrailing().length();
    }

    /// Converts an SQL value (null, Long, Double or String) to an integer: fractions are truncated, a string
    /// counts as its leading digits.
    static long toLong(Object value) {
        return switch (value) {
            case null -> 0;
            case Long l -> l;
            case Double d -> d.longValue();
            default -> {
                Matcher m = WHOLE.matcher(value.toString());
                yield m.find() ? new BigInteger(m.group(1)).min(MAX).max(MIN).longValue() : 0;
            }
        };
    }

    /// Converts an SQL value to a double; a string counts as its leading number.
    static double toDouble(Object value) {
        return switch (value) {
            case null -> 0;
            case Long l -> l;
            case Double d -> d;
            default -> {
                String text = value.toString();
                Matcher m = PREFIX.matcher(text);
                yield text.equals("inf")
                        ? Double.POSITIVE_INFINITY
                        : text.equals("-inf")
                                ? Double.NEGATIVE_INFINITY
                                : text.equals("nan")
                                        ? Double.NaN
                                        : m.find()
                                                ? Double.parseDouble(m.group().strip())
                                                : 0;
            }
        };
    }

    /// Converts an SQL value to text; NULL is empty.
    static String toText(Object value) {
        return value == null ? "" : value instanceof Double d ? SqlitePrintf.formatText(d) : value.toString();
    }
}
