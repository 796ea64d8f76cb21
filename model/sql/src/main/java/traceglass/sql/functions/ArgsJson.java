package traceglass.sql.functions;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.text.Json;

/// Converts a set of arguments to one JSON object: `a.b` is a field of an object, `a[0]` an element of a list;
/// fields keep their order.
final class ArgsJson {
    /// Separates arguments: the record separator of ASCII.
    static final String ARGUMENT_SEPARATOR = "\u001e";
    /// Separates the key, kind and value of an argument: the unit separator of ASCII.
    static final String PART_SEPARATOR = "\u001f";

    private ArgsJson() {}

    /// @param arguments each as key, kind of value (`value_type` of the table) and value as text
    static String of(String arguments) {
        Map<String, Object> root = new LinkedHashMap<>();
        for (String argument : arguments.isEmpty() ? new String[0] : arguments.split(ARGUMENT_SEPARATOR, -1)) {
            String[] parts = argument.split(PART_SEPARATOR, -1);
            if (parts.length == 3) {
                put(root, steps(parts[0]), new Argument(parts[1], parts[2]));
            }
        }
        return Json.compact(out -> write(root, out));
    }

    /// Splits a key into names and (as Integer) indices.
    private static List<Object> steps(String key) {
        List<Object> steps = new ArrayList<>();
        for (String name : key.split("\\.", -1)) {
            int bracket = name.indexOf('[');
            steps.add(bracket < 0 ? name : name.substring(0, bracket));
            while (bracket >= 0) {
                int close = name.indexOf(']', bracket);
                String index = close < 0 ? "" : name.substring(bracket + 1, close);
                if (index.isEmpty() || index.length() > 6 || !index.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    steps.set(steps.size() - 1, name);
                    break;
                }
                steps.add(Integer.valueOf(index));
                bracket = name.indexOf('[', close);
            }
        }
        return steps;
    }

    /// Stores a value at the path. A value that conflicts with another kind of element is ignored.
    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> root, List<Object> steps, Argument value) {
        Object parent = root;
        for (int i = 0; i < steps.size(); i++) {
            boolean isLast = i == steps.size() - 1;
            Object added = isLast
                    ? value
                    : steps.get(i + 1) instanceof Integer ? new ArrayList<>() : new LinkedHashMap<String, Object>();
            if (steps.get(i) instanceof String name && parent instanceof Map) {
                Map<String, Object> map = (Map<String, Object>) parent;
                parent = isLast ? map.put(name, added) : map.computeIfAbsent(name, n -> added);
            } else if (steps.get(i) instanceof Integer index && parent instanceof List) {
                List<Object> list = (List<Object>) parent;
                while (list.size() <= index) {
                    list.add(null);
                }
                if (isLast || list.get(index) == null) {
                    list.set(index, added);
                }
                parent = list.get(index);
            } else {
                return;
            }
        }
    }

    private static void write(Object node, JsonGenerator out) throws IOException {
        switch (node) {
            case null -> out.writeNull();
            case Map<?, ?> map -> {
                out.writeStartObject();
                for (Map.Entry<?, ?> field : map.entrySet()) {
                    out.writeFieldName(field.getKey().toString());
                    write(field.getValue(), out);
                }
                out.writeEndObject();
            }
            case List<?> list -> {
                out.writeStartArray();
                for (Object element : list) {
                    write(element, out);
                }
                out.writeEndArray();
            }
            case Argument argument -> argument.write(out);
            default -> throw new IllegalStateException(node.toString());
        }
    }

    /// Value of one argument.
    ///
    /// @param kind the `value_type` of the table
    private record Argument(String kind, String value) {

        void write(JsonGenerator out) throws IOException {
            switch (kind) {
                case "int", "uint" -> out.writeNumber(value);
                case "bool" -> out.writeBoolean(!value.equals("0") && !value.isEmpty());
                case "real" -> writeReal(Double.parseDouble(value), out);
                case "null" -> out.writeNull();
                case "pointer" -> out.writeString("0x" + Long.toHexString(Long.parseLong(value)));
                default -> out.writeString(value);
            }
        }

        private static void writeReal(double value, JsonGenerator out) throws IOException {
            if (!Double.isFinite(value)) {
                out.writeString(Double.toString(value));
                return;
            }
            String text = Double.toString(value);
            out.writeNumber(text.endsWith(".0") ? text.substring(0, text.length() - 2) : text);
        }
    }
}
