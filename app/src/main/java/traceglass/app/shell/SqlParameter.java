package traceglass.app.shell;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A value for a parameter of SQL: `$x` or `:x`.
///
/// @param name name without `$` or `:`
/// @param value Long, Double, String, Boolean or null
public record SqlParameter(String name, Object value) {

    /// Types that can be written after the name.
    static final List<String> TYPES = List.of("int", "real", "text", "bool", "null");

    private static final Pattern FORM = Pattern.compile("[$:@]?([A-Za-z_]\\w*)(?::(\\w+))?(?:=(.*))?", Pattern.DOTALL);
    private static final Pattern WHOLE = Pattern.compile("[-+]?(\\d{1,18}|0[xX]\\p{XDigit}{1,15})");
    private static final Pattern REAL = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    /// Parses `x=5`, `x:text=5` or `x:null`. Without a type, numbers are numbers, and everything else is a string.
    ///
    /// @throws IllegalArgumentException with a readable message
    public static SqlParameter parse(String text) {
        Matcher m = FORM.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException(ShellTexts.notAParameter(text));
        }
        String type = m.group(2) == null ? "" : m.group(2).toLowerCase(Locale.ROOT);
        if (!type.isEmpty() && !TYPES.contains(type)) {
            throw new IllegalArgumentException(ShellTexts.unknownType(m.group(2)));
        }
        if (type.equals("null")) {
            return new SqlParameter(m.group(1), null);
        }
        if (m.group(3) == null) {
            throw new IllegalArgumentException(ShellTexts.notAParameter(text));
        }
        return new SqlParameter(m.group(1), type.isEmpty() ? parseUntyped(m.group(3)) : parse(type, m.group(3)));
    }

    /// Parses a value without a type: a number, a string in single quotes, NULL, or otherwise an unquoted string.
    static Object literal(String text) {
        if (text.equalsIgnoreCase("NULL")) {
            return null;
        }
        boolean isQuoted = text.length() > 1 && text.startsWith("'") && text.endsWith("'");
        return isQuoted ? text.substring(1, text.length() - 1).replace("''", "'") : parseUntyped(text);
    }

    private static Object parseUntyped(String text) {
        if (WHOLE.matcher(text).matches()) {
            return parseInteger(text);
        }
        if (text.matches("[-+]?\\d{19}")) {
            BigInteger n = new BigInteger(text);
            return n.bitLength() < Long.SIZE ? (Object) n.longValue() : (Object) n.doubleValue();
        }
        return REAL.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
    }

    private static Object parse(String type, String text) {
        try {
            return switch (type) {
                case "int" -> parseInteger(text);
                case "real" -> Double.valueOf(text);
                case "bool" -> bool(text);
                default -> text;
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(ShellTexts.notOfType(text, type), e);
        }
    }

    private static Long parseInteger(String text) {
        return text.matches("[-+]?0[xX].*") ? Long.decode(text) : Long.valueOf(text);
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes", "on" -> true;
            case "false", "0", "no", "off" -> false;
            default -> throw new NumberFormatException(text);
        };
    }
}
