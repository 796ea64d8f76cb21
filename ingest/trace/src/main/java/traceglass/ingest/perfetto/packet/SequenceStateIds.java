package traceglass.ingest.perfetto.packet;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// Numbers for the sequence states of events that are on disk. A state is kept in memory until its last event has been
/// read.
public final class SequenceStateIds {

    private final Map<SequenceState, Entry> entries = new IdentityHashMap<>();
    private final List<Entry> byId = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();
    private Entry last;

    private static final class Entry {
        final SequenceState state;
        final int id;
        long events;

        Entry(SequenceState state, int id) {
            this.state = state;
            this.id = id;
        }
    }

    /// Returns the number of the state of an event that is being written.
    public int add(SequenceState state) {
        Entry entry = last;
        if (entry == null || entry.state != state) {
            entry = entries.get(state);
            if (entry == null) {
                entry = create(state);
            }
            last = entry;
        }
        entry.events++;
        return entry.id;
    }

    private Entry create(SequenceState state) {
        int id = free.isEmpty() ? byId.size() : free.removeLast();
        Entry entry = new Entry(state, id);
        if (id == byId.size()) {
            byId.add(entry);
        } else {
            byId.set(id, entry);
        }
        entries.put(state, entry);
        return entry;
    }

    /// Returns the state of an event that has been read. Must be called once per event.
    public SequenceState remove(int id) {
        Entry entry = byId.get(id);
        if (--entry.events == 0) {
            entries.remove(entry.state);
            byId.set(id, null);
            free.add(id);
            last = null;
        }
        return entry.state;
    }
}
