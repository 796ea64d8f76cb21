package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads single values of a profile, whatever their type.
final class GeckoValues {

    private static final double NS_PER_US = 1_000;
    /// Most digits of a number that certainly fits into a `long`.
    private static final int MAX_DIGITS = 18;

    private GeckoValues() {}

    /// Returns the number at which the parser is. The whole and the fractional part are read separately and added,
    /// as trace processor does, so that times agree to the nanosecond.
    static double number(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_NUMBER_FLOAT) {
            return in.getDoubleValue();
        }
        char[] text = in.getTextCharacters();
        int at = in.getTextOffset();
        int end = at + in.getTextLength();
        boolean negative = at < end && text[at] == '-';
        at += negative ? 1 : 0;
        long whole = 0;
        int start = at;
        for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
            whole = whole * 10 + text[at] - '0';
        }
        boolean isLong = at - start > MAX_DIGITS;
        long fraction = 0;
        double divisor = 1;
        if (at < end && text[at] == '.') {
            start = ++at;
            for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
                fraction = fraction * 10 + text[at] - '0';
                divisor *= 10;
            }
            isLong |= at - start > MAX_DIGITS;
        }
        if (isLong || at < end) {
            return in.getDoubleValue();
        }
        double value = whole + fraction / divisor;
        return negative ? -value : value;
    }

    /// Returns the number or numeric string at which the parser is, NaN if it is neither.
    static double anyNumber(JsonParser in, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            return parse(in.getText());
        }
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return number(in);
        }
        in.skipChildren();
        return Double.NaN;
    }

    /// Returns the number that a string is, NaN if it is none.
    static double parse(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /// Returns the id of a process or thread: a number, or a string that starts with one; in merged profiles `7.1`
    /// is another process that had id 7. Returns -1 for others.
    static long id(JsonParser in, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            String text = in.getText();
            int end = 0;
            while (end < text.length() && end < 18 && Character.digit(text.charAt(end), 10) >= 0) {
                end++;
            }
            return end == 0 ? -1 : Long.parseLong(text.substring(0, end));
        }
        double number = anyNumber(in, token);
        return number >= 0 && number <= Long.MAX_VALUE / 2.0 ? (long) number : -1;
    }

    /// Returns the text at which the parser is, null if it is something else.
    static String text(JsonParser in, JsonToken token) throws IOException {
        if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            return in.getText();
        }
        in.skipChildren();
        return null;
    }

    /// Reads an array of strings, to whose beginning the parser points. Other values become "".
    static List<String> strings(JsonParser in) throws IOException {
        List<String> strings = new ArrayList<>();
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            String text = text(in, t);
            strings.add(text == null ? "" : text);
        }
        return strings;
    }

    /// Returns the nanoseconds of a time in milliseconds. Multiplies twice, because trace processor does and the
    /// results differ by a nanosecond.
    static long ns(double ms) {
        return (long) (ms * NS_PER_US * NS_PER_US);
    }
}
