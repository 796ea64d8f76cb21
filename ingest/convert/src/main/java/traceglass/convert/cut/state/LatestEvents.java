package traceglass.convert.cut.state;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/// The latest event of each key.
public final class LatestEvents {

    /// The event before the latest one of a key.
    private record Previous(Object key) {}

    private final Map<Object, long[]> byKey = new HashMap<>();

    /// Adds an event. Of two events with the same time, the one added later is the latest.
    public void add(Object key, long ts, long id) {
        long[] last = byKey.computeIfAbsent(key, _ -> new long[] {Long.MIN_VALUE, 0});
        if (ts >= last[0]) {
            last[0] = ts;
            last[1] = id;
        }
    }

    /// Adds an event whose values are differences from the previous event of the key, which is therefore kept as well.
    public void addWithPrevious(Object key, long ts, long id) {
        long[] last = byKey.get(key);
        if (last != null && ts >= last[0]) {
            add(new Previous(key), last[0], last[1]);
        }
        add(key, ts, id);
    }

    /// Removes the latest event of a key.
    public void remove(Object key) {
        byKey.remove(key);
    }

    /// Receives the latest events.
    public interface Visitor {
        void onEvent(long ts, long id);
    }

    /// Passes the times and ids of the latest events to a visitor.
    public void forEach(Visitor visitor) {
        byKey.values().forEach(last -> visitor.onEvent(last[0], last[1]));
    }

    /// Passes the ids of the latest events to a consumer.
    public void forEachId(LongConsumer ids) {
        byKey.values().forEach(last -> ids.accept(last[1]));
    }
}
