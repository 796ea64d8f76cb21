package traceglass.sql.functions;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Type conversions as in SQLite: a string counts as its leading number, 0 if there is none.
public final class TextNumber {
    private static final Pattern PREFIX =
            Pattern.compile("^\\s*([-+]?)([0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?|\\.[0-9]+([eE][-+]?[0-9]+)?)");

    private static final Pattern WHOLE = Pattern.compile("^\\s*([-+]?[0-9]+)");
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
        String sql = isWhole
                ? number
                : Double.toString(Double.parseDouble(number))
                        + (Double.toString(Double.parseDouble(number)).contains("E") ? "" : "e0");
        return m.group(1).equals("-") ? "(-" + sql + ")" : sql;
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
