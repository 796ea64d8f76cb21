package traceglass.convert.cut;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.state.LatestEvents;
import traceglass.ingest.collection.LongMap;

/// Finds the last values of the memory of processes, which `rss_stat` events report by address space, and the events
/// from which readers determine the owner of an address space (ftrace/kmem.proto). The kernel reuses the numbers of
/// address spaces, so values belong to the owner at their time.
final class MemoryState {

    /// Number of events that are collected before the older half is read: bundles are not ordered by time.
    private static final int MAX_EVENTS = 1 << 18;

    /// A value, or the end of a thread.
    ///
    /// @param tid thread in which the event happened, or that ended
    /// @param isCurrent whether it is the memory of this thread; otherwise the owner is known from earlier events
    private record Event(long ts, long id, long tid, long space, long member, boolean isCurrent, boolean isEnd) {}

    /// Last value of an owner, with the event that named the owner if this one did not.
    private record Value(Event event, @Nullable Event owner) {}

    private final List<Event> events = new ArrayList<>();
    /// Events that named the owners, by address space.
    private final LongMap<Event> owners = new LongMap<>();
    /// Last values by thread of the owner and kind of memory.
    private final Map<List<Long>, Value> values = new HashMap<>();
    private final int maxEvents;

    MemoryState() {
        this(MAX_EVENTS);
    }

    MemoryState(int maxEvents) {
        this.maxEvents = maxEvents;
    }

    /// Adds a value of the memory of the current thread.
    ///
    /// @param space number of the address space, 0 if unknown
    void handleCurrent(long ts, long id, long tid, long space, long member) {
        add(new Event(ts, id, tid, space, member, true, false));
    }

    /// Adds a value of an address space that is not that of the current thread.
    void handleOther(long ts, long id, long space, long member) {
        add(new Event(ts, id, 0, space, member, false, false));
    }

    /// Adds the end of a thread, or the creation of another one with the same number.
    void onEnded(long ts, long tid) {
        add(new Event(ts, 0, tid, 0, 0, false, true));
    }

    private void add(Event e) {
        events.add(e);
        if (events.size() == maxEvents) {
            read(maxEvents / 2);
        }
    }

    private void read(int count) {
        events.sort(Comparator.comparingLong(Event::ts));
        List<Event> oldest = events.subList(0, count);
        oldest.forEach(this::read);
        oldest.clear();
    }

    private void read(Event e) {
        if (e.isEnd) {
            List<Long> spaces = new ArrayList<>();
            owners.forEach((space, owner) -> {
                if (owner.tid == e.tid) {
                    spaces.add(space);
                }
            });
            spaces.forEach(owners::remove);
            return;
        }
        Event owner = e.isCurrent ? e : owners.get(e.space);
        if (owner == null) {
            return;
        }
        if (e.isCurrent && e.space != 0) {
            owners.put(e.space, e);
        }
        values.put(List.of(owner.tid, e.member), new Value(e, e.isCurrent ? null : owner));
    }

    /// Passes on the events to keep, with their times.
    void finish(LatestEvents.Visitor visitor) {
        read(events.size());
        values.values().forEach(value -> {
            visitor.onEvent(value.event.ts, value.event.id);
            if (value.owner != null) {
                visitor.onEvent(value.owner.ts, value.owner.id);
            }
        });
        owners.forEach((_, owner) -> visitor.onEvent(owner.ts, owner.id));
    }
}
