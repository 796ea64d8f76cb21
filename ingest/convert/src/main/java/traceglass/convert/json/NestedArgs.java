package traceglass.convert.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.sql.stored.StoredArgs;

/// Converts arguments of an event with flat keys, such as `debug.frames[2].name`, to nested JSON. Arguments
/// below `debug` and `args`, where importers store the event's own arguments, are moved to the top level.
/// Arguments below `legacy_event`, which describe the original event, are omitted.
public final class NestedArgs {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_CACHED_KEYS = 4096;

    private final Map<String, Object> root = new LinkedHashMap<>();
    /// Cache of the results of [#splitKey].
    private final Map<String, List<Object>> pathByKey = new HashMap<>();

    void clear() {
        root.clear();
    }

    /// Adds an argument.
    void add(StoredArgs.Arg arg) {
        String key = arg.key();
        if (key.startsWith("legacy_event.") || key.equals("legacy_event")) {
            return;
        }
        String type = arg.type();
        @Nullable
        Object value = switch (type == null ? "" : type) {
            case "int", "uint" -> arg.number();
            case "bool" -> arg.number() != 0;
            case "real" -> arg.real();
            case "pointer" -> "0x" + Long.toHexString(arg.number());
            case "null" -> null;
            default -> arg.text();
        };
        if (pathByKey.size() > MAX_CACHED_KEYS) {
            pathByKey.clear();
        }
        put(pathByKey.computeIfAbsent(key, NestedArgs::splitKey), value);
    }

    /// Splits a key into names (strings) and indexes of lists (integers).
    public static List<Object> splitKey(String key) {
        List<Object> path = new ArrayList<>();
        for (String part : key.split("\\.")) {
            int bracket = part.indexOf('[');
            String name = bracket < 0 ? part : part.substring(0, bracket);
            if (!name.isEmpty()) {
                path.add(name);
            }
            for (int position = bracket; position >= 0; position = part.indexOf('[', position + 1)) {
                int end = part.indexOf(']', position);
                String index = end < 0 ? "" : part.substring(position + 1, end);
                path.add(index.matches("\\d{1,9}") ? (Object) Integer.valueOf(index) : index);
            }
        }
        if (path.size() > 1
                && (path.getFirst().equals("debug") || path.getFirst().equals("args"))) {
            path.removeFirst();
        }
        return path.size() > MAX_DEPTH ? List.of(key) : path;
    }

    @SuppressWarnings("unchecked")
    private void put(List<Object> path, @Nullable Object value) {
        if (path.isEmpty()) {
            return;
        }
        Map<Object, Object> parent = (Map<Object, Object>) (Map<?, ?>) root;
        for (Object step : path.subList(0, path.size() - 1)) {
            Object child = parent.get(step);
            if (!(child instanceof Map)) {
                // A key with both a value and nested keys: the value becomes the field "value".
                Map<Object, Object> created = new LinkedHashMap<>();
                if (parent.containsKey(step)) {
                    created.put("value", child);
                }
                parent.put(step, created);
                child = created;
            }
            parent = (Map<Object, Object>) child;
        }
        Object last = path.getLast();
        if (parent.get(last) instanceof Map<?, ?> object) {
            ((Map<Object, Object>) object).put("value", value);
        } else {
            parent.put(last, value);
        }
    }

    void write(JsonGenerator json) throws IOException {
        write(root, json);
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map
            when isList(map) -> {
                json.writeStartArray();
                for (Object item : new TreeMap<>(map).values()) {
                    write(item, json);
                }
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> e : map.entrySet()) {
                    json.writeFieldName(String.valueOf(e.getKey()));
                    write(e.getValue(), json);
                }
                json.writeEndObject();
            }
            case Long n -> json.writeNumber(n);
            case Boolean b -> json.writeBoolean(b);
            case Double d when Double.isFinite(d) -> json.writeNumber(d);
            default -> json.writeString(String.valueOf(value));
        }
    }

    private static boolean isList(Map<?, ?> map) {
        for (Object key : map.keySet()) {
            if (!(key instanceof Integer)) {
                return false;
            }
        }
        return !map.isEmpty();
    }
}
