package traceglass.convert.perfetto;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.json.NestedArgs;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Converts arguments of an event with flat keys, such as `debug.frames[2].name`, to nested debug annotations.
final class NestedAnnotations {

    /// An argument, or a list or dictionary of arguments.
    private static final class Node {
        final Map<Object, Node> children = new LinkedHashMap<>();
        DebugAnnotation.@Nullable Builder value;
    }

    private Node root = new Node();

    void clear() {
        root = new Node();
    }

    /// Adds an argument.
    ///
    /// @param first index of the column `key`, followed by `value_type`, `int_value`, `real_value` and
    ///     `string_value`
    /// @return whether the format can represent the argument
    boolean add(ResultCursor row, int first) throws QueryException {
        String key = row.getString(first);
        List<Object> path = key == null ? List.of() : NestedArgs.splitKey(key);
        if (path.isEmpty() || path.getFirst().equals("legacy_event")) {
            return false;
        }
        Node node = root;
        for (Object step : path) {
            node = node.children.computeIfAbsent(step, s -> new Node());
        }
        node.value = value(row, first);
        return true;
    }

    private static DebugAnnotation.@Nullable Builder value(ResultCursor row, int first) throws QueryException {
        DebugAnnotation.Builder value = DebugAnnotation.newBuilder();
        String type = row.getString(first + 1);
        long number = row.getLong(first + 2);
        double real = row.getDouble(first + 3);
        String text = row.getString(first + 4);
        switch (type == null ? "null" : type) {
            case "int" -> value.setIntValue(number);
            case "uint" -> value.setUintValue(number);
            case "bool" -> value.setBoolValue(number != 0);
            case "real" -> value.setDoubleValue(real);
            case "pointer" -> value.setPointerValue(number);
            default -> {
                if (text != null) {
                    value.setStringValue(text);
                }
            }
        }
        return value;
    }

    void addTo(TrackEvent.Builder event, EventStrings strings) {
        root.children.forEach(
                (name, node) -> event.addDebugAnnotations(strings.name(annotation(node, strings), name.toString())));
    }

    private static DebugAnnotation.Builder annotation(Node node, EventStrings strings) {
        if (node.children.isEmpty() && node.value != null) {
            return node.value;
        }
        DebugAnnotation.Builder annotation = DebugAnnotation.newBuilder();
        boolean isList = node.value == null && node.children.keySet().stream().allMatch(Integer.class::isInstance);
        node.children.forEach((name, child) -> {
            if (isList) {
                annotation.addArrayValues(annotation(child, strings));
            } else {
                annotation.addDictEntries(strings.name(annotation(child, strings), name.toString()));
            }
        });
        if (node.value != null) {
            annotation.addDictEntries(strings.name(node.value, "value"));
        }
        return annotation;
    }
}
