package traceglass.sql.functions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.text.JsonString;

/// Writes a set of arguments as one JSON object: `a.b` is a field of an object, `a[0]` an element of a list; fields
/// keep their order.
final class ArgsJson {
    /// Between the arguments, and between key, kind and value of one.
    static final String RECORD = "\u001e";
    static final String UNIT = "\u001f";

    private ArgsJson() {}

    /// @param arguments each as key, kind of value (`value_type` of the table) and value as text
    static String of(String arguments) {
        Map<String, Object> root = new LinkedHashMap<>();
        for (String argument : arguments.isEmpty() ? new String[0] : arguments.split(RECORD, -1)) {
            String[] parts = argument.split(UNIT, -1);
            if (parts.length == 3) {
                put(root, steps(parts[0]), literal(parts[1], parts[2]));
            }
        }
        StringBuilder out = new StringBuilder();
        write(root, out);
        return out.toString();
    }

    /// Names and (as Integer) indices of a key.
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

    /// Puts a value where the steps lead to. One that would need two kinds of thing in one place is left out.
    @SuppressWarnings("unchecked")
    private static void put(Map<String, Object> root, List<Object> steps, String value) {
        Object at = root;
        for (int i = 0; i < steps.size(); i++) {
            boolean last = i == steps.size() - 1;
            Object fresh = last
                    ? value
                    : steps.get(i + 1) instanceof Integer ? new ArrayList<>() : new LinkedHashMap<String, Object>();
            if (steps.get(i) instanceof String name && at instanceof Map) {
                Map<String, Object> map = (Map<String, Object>) at;
                at = last ? map.put(name, fresh) : map.computeIfAbsent(name, n -> fresh);
            } else if (steps.get(i) instanceof Integer index && at instanceof List) {
                List<Object> list = (List<Object>) at;
                while (list.size() <= index) {
                    list.add(null);
                }
                if (last || list.get(index) == null) {
                    list.set(index, fresh);
                }
                at = list.get(index);
            } else {
                return;
            }
        }
    }

    private static String literal(String kind, String value) {
        return switch (kind) {
            case "int", "uint" -> value;
            case "bool" -> value.equals("0") || value.isEmpty() ? "false" : "true";
            case "real" -> real(value);
            case "null" -> "null";
            case "pointer" -> JsonString.quoted("0x" + Long.toHexString(Long.parseLong(value)));
            default -> JsonString.quoted(value);
        };
    }

    private static String real(String value) {
        double d = Double.parseDouble(value);
        if (Double.isNaN(d)) {
            return "\"NaN\"";
        }
        if (Double.isInfinite(d)) {
            return d > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        }
        String text = Double.toString(d);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static void write(Object node, StringBuilder out) {
        switch (node) {
            case Map<?, ?> map -> {
                out.append('{');
                map.forEach((k, v) -> {
                    out.append(out.charAt(out.length() - 1) == '{' ? "" : ",")
                            .append(JsonString.quoted(k.toString()))
                            .append(':');
                    write(v, out);
                });
                out.append('}');
            }
            case List<?> list -> {
                out.append('[');
                for (int i = 0; i < list.size(); i++) {
                    out.append(i == 0 ? "" : ",");
                    write(list.get(i), out);
                }
                out.append(']');
            }
            case null -> out.append("null");
            default -> out.append(node);
        }
    }
}
