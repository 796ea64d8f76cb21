package traceglass.engine;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Converts values to the types that callers request.
final class RowValues {

    private RowValues() {}

    static long toLong(@Nullable Object value, String column) {
        return switch (value) {
            case Long n -> n;
            case Boolean b -> b ? 1 : 0;
            case Double d when d == Math.rint(d) && Math.abs(d) < 0x1p63 -> d.longValue();
            case null -> throw new IllegalStateException("The value of " + column + " is null");
            default -> throw new IllegalStateException("The value of " + column + " is not a whole number: " + value);
        };
    }

    static double toDouble(@Nullable Object value, String column) {
        return switch (value) {
            case Number n -> n.doubleValue();
            case Boolean b -> b ? 1 : 0;
            case null -> throw new IllegalStateException("The value of " + column + " is null");
            default -> throw new IllegalStateException("The value of " + column + " is not a number: " + value);
        };
    }

    static @Nullable String toText(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            default -> value.toString();
        };
    }
}
