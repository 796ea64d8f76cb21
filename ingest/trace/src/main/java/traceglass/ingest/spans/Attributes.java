package traceglass.ingest.spans;

import java.util.List;
import java.util.Map;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

/// Writes attributes as arguments: lists as `key[0]`, maps as `key.inner`.
public final class Attributes {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_ELEMENTS = 1000;

    private Attributes() {}

    /// Adds attributes, whose values are strings, numbers, booleans, lists and maps.
    public static void add(ArgSetBuilder args, StringPool strings, Map<String, Object> attributes) {
        attributes.forEach((key, value) -> add(args, strings, key, key, value, 0));
    }

    private static void add(
            ArgSetBuilder args, StringPool strings, String flatKey, String key, Object value, int depth) {
        int flat = strings.intern(flatKey);
        int keyId = flatKey.equals(key) ? flat : strings.intern(key);
        switch (value) {
            case String s -> args.addString(flat, keyId, strings.intern(s));
            case Long n -> args.addInt(flat, keyId, n);
            case Double d -> args.addReal(flat, keyId, d);
            case Boolean b -> args.addBool(flat, keyId, b);
            case List<?> list
            when depth < MAX_DEPTH -> {
                for (int i = 0; i < Math.min(list.size(), MAX_ELEMENTS); i++) {
                    add(args, strings, flatKey, key + "[" + i + "]", list.get(i), depth + 1);
                }
            }
            case Map<?, ?> map
            when depth < MAX_DEPTH -> {
                int remaining = MAX_ELEMENTS;
                for (Map.Entry<?, ?> e : map.entrySet()) {
                    if (remaining-- > 0) {
                        add(args, strings, flatKey + "." + e.getKey(), key + "." + e.getKey(), e.getValue(), depth + 1);
                    }
                }
            }
            case null, default -> {}
        }
    }
}
