package traceglass.sql.functions;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Locale;
import java.util.StringJoiner;

/// Elements of a primitive Java array as JSON.
final class ArrayJson {
    private ArrayJson() {}

    /// Returns a JSON array: numbers, characters as their codes, booleans, and longs as strings, because JSON
    /// numbers have only 53 bits of precision. Returns null for other types.
    ///
    /// @param digits the elements in hexadecimal, little-endian
    /// @param type Java's name of the type
    static String of(String digits, String type) {
        ByteBuffer in = ByteBuffer.wrap(HexFormat.of().parseHex(digits.toLowerCase(Locale.ROOT)))
                .order(ByteOrder.LITTLE_ENDIAN);
        int size = switch (type) {
            case "boolean", "byte" -> 1;
            case "char", "short" -> 2;
            case "int", "float" -> 4;
            case "long", "double" -> 8;
            default -> 0;
        };
        if (size == 0) {
            return null;
        }
        StringJoiner json = new StringJoiner(",", "[", "]");
        while (in.remaining() >= size) {
            json.add(
                    switch (type) {
                        case "boolean" -> String.valueOf(in.get() != 0);
                        case "byte" -> String.valueOf(in.get());
                        case "char" -> String.valueOf((int) in.getChar());
                        case "short" -> String.valueOf(in.getShort());
                        case "int" -> String.valueOf(in.getInt());
                        case "float" -> number(in.getFloat());
                        case "long" -> "\"" + in.getLong() + "\"";
                        default -> number(in.getDouble());
                    });
        }
        return json.toString();
    }

    /// Returns a JSON number; JSON has no infinities and no NaN.
    private static String number(Number value) {
        return Double.isFinite(value.doubleValue()) ? value.toString() : "null";
    }
}
