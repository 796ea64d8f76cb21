package traceglass.sql.functions;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Implements SQLite's `printf`, which accepts any value for any letter: text counts as its leading number, NULL as
/// 0 or empty text, and missing values as NULL. Format: https://www.sqlite.org/printf.html
final class SqlitePrintf {
    /// Maximum number of significant digits of a double in SQLite without the flag `!`.
    private static final int DIGITS = 16;
    private static final int MORE_DIGITS = 26;
    /// Maximum width and precision, to bound memory.
    private static final int MAX_WIDTH = 100_000;

    private final String format;
    private final List<Object> values;
    private final StringBuilder out = new StringBuilder();
    private int position;
    private int next;

    private boolean isLeftAligned;
    private boolean isZeroPadded;
    private boolean isAlternate;
    private boolean isPrecise;
    private boolean isGrouped;
    private char sign;
    private int width;
    private int precision;

    private SqlitePrintf(String format, List<Object> values) {
        this.format = format;
        this.values = values;
    }

    /// @param parts the concatenated values as written by `tg_part`
    static String format(String format, String parts) {
        return new SqlitePrintf(format, read(parts)).run();
    }

    /// Parses values: `n;`, `i` or `d` with a number and `;`, or `s`, its length in bytes, `:` and itself.
    static List<Object> read(String parts) {
        List<Object> values = new ArrayList<>();
        byte[] bytes = parts.getBytes(StandardCharsets.UTF_8);
        int i = 0;
        while (i < bytes.length) {
            char kind = (char) bytes[i++];
            int end = i;
            while (bytes[end] != (kind == 's' ? ':' : ';')) {
                end++;
            }
            String text = new String(bytes, i, end - i, StandardCharsets.US_ASCII);
            i = end + 1;
            switch (kind) {
                case 'n' -> values.add(null);
                case 'i' -> values.add(new BigInteger(text).longValue());
                case 'd' -> values.add(TextNumber.toDouble(text));
                default -> {
                    int length = Integer.parseInt(text);
                    values.add(new String(bytes, i, length, StandardCharsets.UTF_8));
                    i += length;
                }
            }
        }
        return values;
    }

    private String run() {
        while (position < format.length()) {
            char c = format.charAt(position++);
            if (c != '%') {
                out.append(c);
                continue;
            }
            if (position == format.length()) {
                return out.append('%').toString();
            }
            readFlags();
            if (position == format.length() || !writeConversion(format.charAt(position++))) {
                break;
            }
        }
        return out.toString();
    }

    private void readFlags() {
        isLeftAligned = isZeroPadded = isAlternate = isPrecise = isGrouped = false;
        sign = 0;
        for (; position < format.length(); position++) {
            switch (format.charAt(position)) {
                case '-' -> isLeftAligned = true;
                case '0' -> isZeroPadded = true;
                case '#' -> isAlternate = true;
                case '!' -> isPrecise = true;
                case ',' -> isGrouped = true;
                case '+' -> sign = '+';
                case ' ' -> sign = ' ';
                default -> {
                    width = number();
                    if (width < 0) {
                        isLeftAligned = true;
                        width = -width;
                    }
                    precision = -1;
                    if (position < format.length() && format.charAt(position) == '.') {
                        position++;
                        precision = Math.abs(number());
                    }
                    while (position < format.length() && format.charAt(position) == 'l') {
                        position++;
                    }
                    return;
                }
            }
        }
    }

    /// Parses a width or precision, which is taken from the values for `*`.
    private int number() {
        if (position < format.length() && format.charAt(position) == '*') {
            position++;
            return Math.clamp(TextNumber.toLong(value()), -MAX_WIDTH, MAX_WIDTH);
        }
        int n = 0;
        while (position < format.length() && format.charAt(position) >= '0' && format.charAt(position) <= '9') {
            n = Math.min(n * 10 + format.charAt(position++) - '0', MAX_WIDTH);
        }
        return n;
    }

    private Object value() {
        return next < values.size() ? values.get(next++) : null;
    }

    /// @return false for a letter unknown to SQLite, which ends the text
    private boolean writeConversion(char letter) {
        switch (letter) {
            case '%' -> pad("%");
            case 'd', 'i' -> formatInteger(TextNumber.toLong(value()));
            case 'u' -> formatDigits(Long.toUnsignedString(TextNumber.toLong(value())), "");
            case 'x' -> formatDigits(Long.toHexString(TextNumber.toLong(value())), isAlternate ? "0x" : "");
            case 'X', 'p' ->
                formatDigits(
                        Long.toHexString(TextNumber.toLong(value())).toUpperCase(Locale.ROOT), isAlternate ? "0X" : "");
            case 'o' -> formatDigits(Long.toOctalString(TextNumber.toLong(value())), isAlternate ? "0" : "");
            case 'f', 'e', 'E', 'g', 'G' -> formatReal(TextNumber.toDouble(value()), letter);
            case 's', 'z' -> formatText(TextNumber.toText(value()));
            case 'c' -> {
                String text = TextNumber.toText(value());
                pad(
                        text.isEmpty()
                                ? ""
                                : text.substring(0, text.offsetByCodePoints(0, 1))
                                        .repeat(Math.max(precision, 1)));
            }
            case 'q', 'Q', 'w' -> formatQuoted(value(), letter);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void formatInteger(long value) {
        String prefix = value < 0 ? "-" : sign == 0 ? "" : String.valueOf(sign);
        formatDigits(value < 0 ? Long.toString(value).substring(1) : Long.toString(value), prefix);
    }

    private void formatDigits(String digits, String prefix) {
        int min = isZeroPadded && !isLeftAligned ? Math.max(precision, width - prefix.length()) : precision;
        String all = "0".repeat(Math.max(0, min - digits.length())) + digits;
        pad(prefix + (isGrouped ? grouped(all) : all));
    }

    private static String grouped(String digits) {
        StringBuilder out = new StringBuilder(digits);
        for (int i = digits.length() - 3; i > 0; i -= 3) {
            out.insert(i, ',');
        }
        return out.toString();
    }

    private void formatReal(double value, char letter) {
        if (Double.isNaN(value)) {
            pad(isZeroPadded ? "null" : "NaN");
            return;
        }
        String prefix = value < 0 ? "-" : sign == 0 ? "" : String.valueOf(sign);
        if (Double.isInfinite(value)) {
            pad(prefix + "Inf");
            return;
        }
        String body = body(Math.abs(value), letter, precision < 0 ? 6 : precision, isAlternate, isPrecise);
        if (isGrouped && letter == 'f') {
            int point = body.indexOf('.') < 0 ? body.length() : body.indexOf('.');
            body = grouped(body.substring(0, point)) + body.substring(point);
        }
        pad(prefix
                + (isZeroPadded && !isLeftAligned
                        ? "0".repeat(Math.max(0, width - prefix.length() - body.length()))
                        : "")
                + body);
    }

    /// Formats a double like SQLite: `%!.15g`.
    static String formatText(double value) {
        if (Double.isInfinite(value)) {
            return value < 0 ? "-Inf" : "Inf";
        }
        return (value < 0 ? "-" : "") + body(Math.abs(value), 'g', 15, false, true);
    }

    private static String body(double value, char letter, int precision, boolean isAlternate, boolean isPrecise) {
        boolean isGeneral = letter == 'g' || letter == 'G';
        int max = isPrecise ? MORE_DIGITS : DIGITS;
        BigDecimal exact = new BigDecimal(value);
        int decimals = isGeneral ? Math.max(precision, 1) - 1 : precision;
        boolean isScientific = letter == 'e' || letter == 'E';
        if (isGeneral) {
            exact = round(exact, Math.min(decimals + 1, max));
            int exponent = exponent(exact);
            isScientific = exponent < -4 || exponent > decimals;
            decimals = isScientific ? decimals : decimals - exponent;
        }
        int exponent = 0;
        if (isScientific) {
            exact = round(exact, Math.min(decimals + 1, max));
            exponent = exponent(exact);
            exact = exact.movePointLeft(exponent);
        } else if (exact.signum() != 0) {
            exact = round(exact, Math.min(exponent(exact) + 1 + decimals, max));
        }
        String digits = exact.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
        boolean hasPoint = digits.indexOf('.') >= 0;
        if ((isGeneral && !isAlternate || isPrecise) && hasPoint) {
            // `!` also removes trailing zeros, except one after the point.
            int end = digits.length();
            while (digits.charAt(end - 1) == '0') {
                end--;
            }
            digits = digits.substring(0, end);
        }
        if (digits.endsWith(".")) {
            digits = isPrecise ? digits + "0" : digits.substring(0, digits.length() - 1);
        } else if (digits.indexOf('.') < 0 && (isPrecise || isAlternate)) {
            digits += isPrecise ? ".0" : ".";
        }
        if (!isScientific) {
            return digits;
        }
        String power = (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return digits + (letter == 'E' || letter == 'G' ? "E" : "e") + power;
    }

    private static BigDecimal round(BigDecimal value, int digits) {
        return digits > 0 ? value.round(new MathContext(digits, RoundingMode.HALF_UP)) : value;
    }

    private static int exponent(BigDecimal value) {
        return value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
    }

    private void formatText(String text) {
        pad(
                precision >= 0 && text.codePointCount(0, text.length()) > precision
                        ? text.substring(0, text.offsetByCodePoints(0, precision))
                        : text);
    }

    private void formatQuoted(Object value, char letter) {
        String quote = letter == 'w' ? "\"" : "'";
        if (value == null) {
            pad(letter == 'Q' ? "NULL" : "(NULL)");
            return;
        }
        String text = TextNumber.toText(value).replace(quote, quote + quote);
        formatText(letter == 'Q' ? quote + text + quote : text);
    }

    private void pad(String text) {
        String space = " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
        out.append(isLeftAligned ? text : space).append(isLeftAligned ? space : text);
    }
}
