package traceglass.analysis.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Events in growing arrays, before they are assigned to rows and become `SliceData`.
public final class EventArrays {

    long[] id;
    long[] ts;
    /// Duration in ns, −1 for events that never ended.
    long[] dur;
    /// Requested row: depth of a slice, or lane.
    int[] row;
    /// Index of the event's track among the merged tracks.
    int[] track;
    int[] name;
    int[] color;
    int size;

    private final Texts names = new Texts();
    private final Texts colors;

    /// @param isColoredByLabel whether every event's color key is its label
    public EventArrays(boolean isColoredByLabel) {
        this(isColoredByLabel, 256);
    }

    /// @param expected expected number of events, which may be exceeded
    public EventArrays(boolean isColoredByLabel, int expected) {
        int capacity = Math.max(16, expected);
        id = new long[capacity];
        ts = new long[capacity];
        dur = new long[capacity];
        row = new int[capacity];
        track = new int[capacity];
        name = new int[capacity];
        color = new int[capacity];
        colors = isColoredByLabel ? names : new Texts();
    }

    /// Adds an event.
    public void add(
            long eventId, long start, long length, int requestedRow, int trackId, String label, String colorKey) {
        if (size == id.length) {
            grow();
        }
        id[size] = eventId;
        ts[size] = start;
        dur[size] = length;
        row[size] = requestedRow;
        track[size] = trackId;
        name[size] = names.index(label);
        color[size] = colors == names ? name[size] : colors.index(colorKey);
        size++;
    }

    /// Returns whether all events are instants.
    boolean areInstants() {
        for (int i = 0; i < size; i++) {
            if (dur[i] != 0) {
                return false;
            }
        }
        return true;
    }

    String[] names() {
        return names.toArray();
    }

    /// Returns the distinct color keys; `nameColors` if every event's key is its label.
    String[] colors(String[] nameColors) {
        return colors == names ? nameColors : colors.toArray();
    }

    private void grow() {
        int bigger = size * 2;
        id = Arrays.copyOf(id, bigger);
        ts = Arrays.copyOf(ts, bigger);
        dur = Arrays.copyOf(dur, bigger);
        row = Arrays.copyOf(row, bigger);
        track = Arrays.copyOf(track, bigger);
        name = Arrays.copyOf(name, bigger);
        color = Arrays.copyOf(color, bigger);
    }

    /// Distinct strings in the order in which they were added.
    private static final class Texts {
        private final Map<String, Integer> byText = new HashMap<>();
        private final List<String> texts = new ArrayList<>();
        private String last;
        private int lastIndex;

        int index(String text) {
            if (text == last && !texts.isEmpty()) {
                return lastIndex;
            }
            String key = text == null ? "" : text;
            Integer existing = byText.get(key);
            if (existing == null) {
                existing = texts.size();
                byText.put(key, existing);
                texts.add(key);
            }
            last = text;
            lastIndex = existing;
            return existing;
        }

        String[] toArray() {
            return texts.toArray(String[]::new);
        }
    }
}
