package traceglass.convert.cut.state;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/// The latest event of each key.
public final class LatestEvents {

    /// The event before the latest one of a key.
    private record Previous(Object key) {}

    private final Map<Object, long[]> byKey = new HashMap<>();

    /// Adds an event. If two events have the same time, the one added later counts.
    public void add(Object key, long ts, long id) {
        long[] last = byKey.computeIfAbsent(key, _ -> new long[] {Long.MIN_VALUE, 0});
        if (ts >= last[0]) {
            last[0] = ts;
            last[1] = id;
        }
    }

    /// Adds an event whose values are differences to the event before it, which is kept as well.
    public void addWithPrevious(Object key, long ts, long id) {
        long[] last = byKey.get(key);
        if (last != null && ts >= last[0]) {
            add(new Previous(key), last[0], last[1]);
        }
        add(key, ts, id);
    }

    public void remove(Object key) {
        byKey.remove(key);
    }

    /// Receives the latest events.
    public interface Visitor {
        void onEvent(long ts, long id);
    }

    /// Passes the ids and times of the latest events to a visitor.
    public void forEach(Visitor visitor) {
        byKey.values().forEach(last -> visitor.onEvent(last[0], last[1]));
    }

    public void forEach(LongConsumer ids) {
        byKey.values().forEach(last -> ids.accept(last[1]));
    }
}
