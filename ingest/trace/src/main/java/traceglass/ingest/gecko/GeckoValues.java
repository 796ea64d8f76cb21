package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads single values of a profile of any JSON type.
final class GeckoValues {

    private static final double NS_PER_US = 1_000;
    /// Number of decimal digits that always fit in a `long`.
    private static final int MAX_DIGITS = 18;

    private GeckoValues() {}

    /// Returns the number at the parser's position. The integer and fractional parts are read separately and
    /// added, as in trace processor, so that times agree to the nanosecond.
    static double readNumber(JsonParser in) throws IOException {
        if (in.currentToken() != JsonToken.VALUE_NUMBER_FLOAT) {
            return in.getDoubleValue();
        }
        char[] text = in.getTextCharacters();
        int index = in.getTextOffset();
        int end = index + in.getTextLength();
        boolean isNegative = index < end && text[index] == '-';
        index += isNegative ? 1 : 0;
        long integer = 0;
        int start = index;
        for (; index < end && text[index] >= '0' && text[index] <= '9'; index++) {
            integer = integer * 10 + text[index] - '0';
        }
        boolean isLong = index - start > MAX_DIGITS;
        long fraction = 0;
        double divisor = 1;
        if (index < end && text[index] == '.') {
            start = ++index;
            for (; index < end && text[index] >= '0' && text[index] <= '9'; index++) {
                fraction = fraction * 10 + text[index] - '0';
                divisor *= 10;
            }
            isLong |= index - start > MAX_DIGITS;
        }
        if (isLong || index < end) {
            return in.getDoubleValue();
        }
        double value = integer + fraction / divisor;
        return isNegative ? -value : value;
    }

    /// Returns the number or numeric string at the parser's position; NaN for other values.
    static double readAnyNumber(JsonParser in, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            return parse(in.getText());
        }
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return readNumber(in);
        }
        in.skipChildren();
        return Double.NaN;
    }

    /// Parses a number; returns NaN if the string is not a number.
    static double parse(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /// Returns the id of a process or thread: a number, or a string that starts with one. In merged profiles,
    /// `7.1` is a second process whose id was 7. Returns -1 for other values.
    static long readId(JsonParser in, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            String text = in.getText();
            int end = 0;
            while (end < text.length() && end < 18 && Character.digit(text.charAt(end), 10) >= 0) {
                end++;
            }
            return end == 0 ? -1 : Long.parseLong(text.substring(0, end));
        }
        double number = readAnyNumber(in, token);
        return number >= 0 && number <= Long.MAX_VALUE / 2.0 ? (long) number : -1;
    }

    /// Returns the string at the parser's position; null for other values.
    static String readText(JsonParser in, JsonToken token) throws IOException {
        if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            return in.getText();
        }
        in.skipChildren();
        return null;
    }

    /// Reads the array of strings that begins at the parser's position. Values of other types become "".
    static List<String> readStrings(JsonParser in) throws IOException {
        List<String> strings = new ArrayList<>();
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
            String text = readText(in, t);
            strings.add(text == null ? "" : text);
        }
        return strings;
    }

    /// Converts a time in milliseconds to nanoseconds. Multiplies in two steps as trace processor does; a single
    /// multiplication could differ by a nanosecond.
    static long ns(double ms) {
        return (long) (ms * NS_PER_US * NS_PER_US);
    }
}
