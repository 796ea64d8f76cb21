package traceglass.ingest.ctf;

import java.util.List;
import java.util.Map;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

/// Writes the fields of events as arguments.
final class CtfArgs {

    private static final int MAX_ELEMENTS = 256;

    private CtfArgs() {}

    /// Returns whether events with this name are lines of a log.
    static boolean isLog(String event) {
        return event.startsWith("lttng_ust_tracef:")
                || event.startsWith("lttng_ust_tracelog:")
                || event.startsWith("lttng_python:")
                || event.startsWith("lttng_jul:")
                || event.startsWith("lttng_log4j");
    }

    static void add(ArgSetBuilder args, StringPool strings, Map<?, ?> values) {
        values.forEach((key, value) -> add(args, strings, key.toString(), key.toString(), value));
    }

    private static void add(ArgSetBuilder args, StringPool strings, String flatKey, String key, Object value) {
        int flat = strings.intern(flatKey);
        int keyId = strings.intern(key);
        switch (value) {
            case Long n -> args.addInt(flat, keyId, n);
            case Double d -> args.addReal(flat, keyId, d);
            case String s -> args.addString(flat, keyId, strings.intern(s));
            case List<?> list -> {
                for (int i = 0; i < Math.min(list.size(), MAX_ELEMENTS); i++) {
                    add(args, strings, flatKey, key + "[" + i + "]", list.get(i));
                }
            }
            case Map<?, ?> map ->
                map.forEach((inner, v) -> add(args, strings, flatKey + "." + inner, key + "." + inner, v));
            case null, default -> {}
        }
    }
}
