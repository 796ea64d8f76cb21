package traceglass.ingest.spans.jaeger;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.spans.otlp.OtlpValues;
import traceglass.ingest.text.JsonTree;

/// Values of Jaeger's messages (`model.proto`) as JSON: ids in base64, times and durations as strings, and tags with a
/// member for each type, whose default is omitted.
final class JaegerValues {

    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1000;
    private static final int NS_DIGITS = 9;
    /// Maximum length of a duration as a string.
    private static final int MAX_DURATION_CHARS = 32;

    private JaegerValues() {}

    /// Returns the hexadecimal form of an id. Ids of the other forms of Jaeger are already hexadecimal.
    static String id(Object object, String name, String nameInMessages) {
        String id = JsonTree.text(object, name);
        if (!id.isEmpty()) {
            return id;
        }
        String encoded = JsonTree.text(object, nameInMessages);
        try {
            return HexFormat.of().formatHex(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException e) {
            return encoded;
        }
    }

    /// Returns a time in ns since 1970, from a string such as `2017-05-01T10:00:00.123Z` or a number of µs; 0 if it is
    /// invalid.
    static long time(@Nullable Object value) {
        if (value instanceof String text && text.indexOf('T') > 0) {
            try {
                Instant instant = Instant.parse(text);
                return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_S), instant.getNano());
            } catch (DateTimeParseException | ArithmeticException e) {
                return 0;
            }
        }
        return JsonTree.toLong(value) * NS_PER_US;
    }

    /// Returns a duration in ns, from a string such as `1.5s` or a number of µs; 0 if it is invalid or negative.
    static long duration(Object value) {
        if (value instanceof String text && text.endsWith("s") && text.length() <= MAX_DURATION_CHARS) {
            try {
                BigDecimal seconds = new BigDecimal(text.substring(0, text.length() - 1));
                return Math.max(seconds.movePointRight(NS_DIGITS).longValue(), 0);
            } catch (NumberFormatException | ArithmeticException e) {
                return 0;
            }
        }
        return Math.max(JsonTree.toLong(value), 0) * NS_PER_US;
    }

    /// Returns the value of a tag; null if it has none.
    static @Nullable Object tag(Object tag) {
        Object value = JsonTree.get(tag, "value");
        if (value != null) {
            return convert(JsonTree.text(tag, "type"), value);
        }
        return switch (JsonTree.text(tag, "vType")) {
            case "BOOL" -> Boolean.TRUE.equals(JsonTree.get(tag, "vBool"));
            case "INT64" -> JsonTree.number(tag, "vInt64");
            case "FLOAT64" -> orZero(JsonTree.get(tag, "vFloat64"));
            case "BINARY" -> JsonTree.text(tag, "vBinary");
            default -> JsonTree.get(tag, "vStr");
        };
    }

    private static Object orZero(@Nullable Object number) {
        return number == null ? (Object) 0.0 : OtlpValues.toDouble(number);
    }

    /// Converts a value, which may be written as a string, to the given type.
    private static Object convert(String type, Object value) {
        return switch (type) {
            case "bool" -> value instanceof String s ? (Object) Boolean.valueOf(s) : value;
            case "int64" -> value instanceof String ? (Object) JsonTree.toLong(value) : value;
            case "float64" ->
                value instanceof String || value instanceof Long ? (Object) OtlpValues.toDouble(value) : value;
            default -> value;
        };
    }
}
