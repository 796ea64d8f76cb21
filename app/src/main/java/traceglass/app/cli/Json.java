package traceglass.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import traceglass.store.text.JsonString;

/// Writes figures as JSON.
final class Json {

    private Json() {}

    /// @param value maps with names, lists, numbers, truth values and text
    static String write(Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(e -> JsonString.quoted(String.valueOf(e.getKey())) + ": " + write(e.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(Json::write).collect(Collectors.joining(", ", "[", "]"));
            case Double d -> Double.isFinite(d) ? String.format(Locale.ROOT, "%.4f", d) : "null";
            case Number n -> n.toString();
            case Boolean b -> b.toString();
            default -> JsonString.quoted(value.toString());
        };
    }
}
