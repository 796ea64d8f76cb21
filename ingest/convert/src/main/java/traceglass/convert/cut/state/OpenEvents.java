package traceglass.convert.cut.state;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;
import traceglass.ingest.collection.GrowingLongs;

/// Finds the begin events without an end. Events with the same key are matched in time order. They can arrive in
/// another order, because a thread that moves between CPUs writes to several buffers.
public final class OpenEvents {

    /// Receives the open events.
    public interface Visitor {

        /// @param levelsAbove number of later begin events with the same key that are also open
        void onOpenEvent(long id, int levelsAbove);
    }

    private static final long END = -1;
    /// Events older than this are assumed to have arrived completely, so they can be matched to free memory.
    private static final long REORDER_NS = 60_000_000_000L;

    /// Times and ids of events; the id of an end is [#END].
    private static final class Events {
        GrowingLongs times = new GrowingLongs();
        GrowingLongs ids = new GrowingLongs();
    }

    private final Map<Object, Events> byKey = new HashMap<>();
    private final int limit;
    private long count;
    private long latest = Long.MIN_VALUE;

    public OpenEvents() {
        this(4_000_000);
    }

    /// @param limit number of events at which old events are matched to free memory
    OpenEvents(int limit) {
        this.limit = limit;
    }

    /// Adds a begin event.
    ///
    /// @param id id of the event, not negative
    public void begin(Object key, long ts, long id) {
        add(key, ts, id);
    }

    /// Adds an end event.
    public void end(Object key, long ts) {
        add(key, ts, END);
    }

    private void add(Object key, long ts, long id) {
        Events e = byKey.computeIfAbsent(key, _ -> new Events());
        e.times.add(ts);
        e.ids.add(id);
        latest = Math.max(latest, ts);
        if (++count > limit) {
            match(latest - REORDER_NS);
            // If most events are recent, match all of them, so that this is not repeated for every new event.
            if (count > limit / 2) {
                match(Long.MAX_VALUE);
            }
        }
    }

    /// Matches the events before a time and discards them, except for open begin events.
    private void match(long before) {
        count = 0;
        for (Iterator<Map.Entry<Object, Events>> all = byKey.entrySet().iterator(); all.hasNext(); ) {
            Events stillOpen = matchBefore(all.next().getValue(), before);
            if (stillOpen.ids.size() == 0) {
                all.remove();
            }
            count += stillOpen.ids.size();
        }
    }

    private static Events matchBefore(Events e, long before) {
        int[] order = order(e);
        Events open = new Events();
        int depth = 0;
        int i = 0;
        for (; i < order.length && e.times.get(order[i]) < before; i++) {
            long id = e.ids.get(order[i]);
            if (id != END) {
                open.times.add(e.times.get(order[i]));
                open.ids.add(id);
                depth++;
            } else if (depth > 0) {
                open.times.removeLast();
                open.ids.removeLast();
                depth--;
            }
        }
        for (; i < order.length; i++) {
            open.times.add(e.times.get(order[i]));
            open.ids.add(e.ids.get(order[i]));
        }
        e.times = open.times;
        e.ids = open.ids;
        return e;
    }

    private static int[] order(Events e) {
        int size = e.times.size();
        boolean isSorted = true;
        for (int i = 1; i < size && isSorted; i++) {
            isSorted = e.times.get(i - 1) <= e.times.get(i);
        }
        IntStream all = IntStream.range(0, size);
        return isSorted
                ? all.toArray()
                : all.boxed()
                        .sorted((a, b) -> Long.compare(e.times.get(a), e.times.get(b)))
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    /// Matches all events and passes the open ones to a visitor, outermost first for each key.
    public void forEach(Visitor visitor) {
        match(Long.MAX_VALUE);
        for (Events e : byKey.values()) {
            int size = e.ids.size();
            for (int i = 0; i < size; i++) {
                visitor.onOpenEvent(e.ids.get(i), size - 1 - i);
            }
        }
    }
}
