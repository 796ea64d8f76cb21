package traceglass.convert.cut;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/// The latest event of each key.
final class Latest {

    private final Map<Object, long[]> byKey = new HashMap<>();

    /// Of two events with the same time, the one added later counts.
    void add(Object key, long ts, long id) {
        long[] last = byKey.computeIfAbsent(key, _ -> new long[] {Long.MIN_VALUE, 0});
        if (ts >= last[0]) {
            last[0] = ts;
            last[1] = id;
        }
    }

    void remove(Object key) {
        byKey.remove(key);
    }

    void forEach(LongConsumer ids) {
        byKey.values().forEach(last -> ids.accept(last[1]));
    }
}
