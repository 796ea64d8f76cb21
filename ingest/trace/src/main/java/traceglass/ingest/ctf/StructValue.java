package traceglass.ingest.ctf;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values of a structure: longs, doubles, strings, lists and nested structures, in the order of its fields.
/// While it is being read, only the leading values are present.
final class StructValue {

    final CtfType.Struct type;
    final Object[] values;
    int count;

    StructValue(CtfType.Struct type) {
        this.type = type;
        values = new Object[type.names().size()];
    }

    /// Returns the index of a field by name, with or without the underscore that may precede it; -1 if it has no
    /// value.
    int index(String name) {
        for (int i = 0; i < count; i++) {
            String fieldName = type.names().get(i);
            if (fieldName.equals(name) || isUnderscored(fieldName, name) || isUnderscored(name, fieldName)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isUnderscored(String longer, String shorter) {
        return longer.length() == shorter.length() + 1 && longer.charAt(0) == '_' && longer.endsWith(shorter);
    }

    /// Returns the last integer with this key here or in nested structures, or null.
    Long find(String key) {
        Long found = null;
        for (int i = 0; i < count; i++) {
            if (values[i] instanceof StructValue inner) {
                Long nestedValue = inner.find(key);
                found = nestedValue != null ? nestedValue : found;
            } else if (values[i] instanceof Long value && type.keys().get(i).equals(key)) {
                found = value;
            }
        }
        return found;
    }

    /// Returns the value of a field by its name without an underscore, or null.
    Object get(String name) {
        int i = index(name);
        return i < 0 ? null : values[i];
    }

    /// Returns the values by name, without the underscores that precede names; labels replace labeled numbers.
    Map<String, Object> labeled() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = type.names().get(i);
            map.put(
                    name.startsWith("_") ? name.substring(1) : name,
                    labeled(values[i], type.types().get(i)));
        }
        return map;
    }

    private static Object labeled(Object value, CtfType type) {
        return switch (value) {
            case StructValue inner -> inner.labeled();
            case List<?> list ->
                list.stream()
                        .map(v -> v instanceof StructValue inner ? inner.labeled() : v)
                        .toList();
            case Long number -> {
                List<CtfType.Label> labels = labels(type);
                String label = null;
                for (CtfType.Label l : labels) {
                    label = label == null && number >= l.low() && number <= l.high() ? l.name() : label;
                }
                yield label == null ? number : label;
            }
            case null, default -> value;
        };
    }

    /// Returns the labels of an integer type; an empty list for other types.
    static List<CtfType.Label> labels(CtfType type) {
        return switch (type) {
            case CtfType.Int i -> i.labels();
            case CtfType.VariableInt v -> v.labels();
            default -> List.of();
        };
    }
}
