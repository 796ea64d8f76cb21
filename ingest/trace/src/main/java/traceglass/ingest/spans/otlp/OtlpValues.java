package traceglass.ingest.spans.otlp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.text.JsonTree;

/// Converts OTLP attribute values (common.proto: `AnyValue` and `KeyValue`) to plain objects.
public final class OtlpValues {

    static final int MAX_DEPTH = 16;

    private OtlpValues() {}

    /// Adds a list of `KeyValue` to a map.
    static void addTo(Map<String, Object> to, List<?> keyValues) {
        addTo(to, keyValues, 0);
    }

    static Map<String, Object> map(List<?> keyValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        addTo(map, keyValues, 0);
        return map;
    }

    private static void addTo(Map<String, Object> to, List<?> keyValues, int depth) {
        for (Object keyValue : keyValues) {
            String key = JsonTree.text(keyValue, "key");
            Object value = toJava(JsonTree.get(keyValue, "value"), depth);
            if (!key.isEmpty() && value != null) {
                to.put(key, value);
            }
        }
    }

    /// Returns the value of an `AnyValue`: a string, number, boolean, list or map; null if there is none.
    static Object toJava(Object any) {
        return toJava(any, 0);
    }

    private static Object toJava(Object any, int depth) {
        if (!(any instanceof Map<?, ?> map)) {
            // Plain values violate the specification but are written by some programs.
            return any instanceof List ? null : any;
        }
        if (map.isEmpty() || depth > MAX_DEPTH) {
            return null;
        }
        Map.Entry<?, ?> member = map.entrySet().iterator().next();
        Object value = member.getValue();
        return switch (member.getKey().toString()) {
            case "intValue", "int_value" -> value instanceof String ? (Object) JsonTree.toLong(value) : value;
            case "doubleValue", "double_value" -> toDouble(value);
            case "arrayValue", "array_value" -> {
                List<Object> list = new ArrayList<>();
                for (Object element : JsonTree.list(value, "values")) {
                    list.add(toJava(element, depth + 1));
                }
                yield list;
            }
            case "kvlistValue", "kvlist_value" -> {
                Map<String, Object> inner = new LinkedHashMap<>();
                addTo(inner, JsonTree.list(value, "values"), depth + 1);
                yield inner;
            }
            default -> value instanceof Map || value instanceof List ? null : value;
        };
    }

    /// Returns a number, which may be written as a string; 0 if the value is not a number.
    public static double toDouble(Object value) {
        return switch (value) {
            case Double d -> d;
            case Long n -> n;
            case String s -> {
                try {
                    yield Double.parseDouble(s);
                } catch (NumberFormatException e) {
                    yield 0;
                }
            }
            case null, default -> 0;
        };
    }
}
