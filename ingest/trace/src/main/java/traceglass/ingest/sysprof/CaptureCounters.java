package traceglass.ingest.sysprof;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Counters: definitions with ids, and values in groups of eight.
final class CaptureCounters {

    private static final TrackType TRACK = TrackType.counter(
            "sysprof_counter",
            null,
            TrackType.Dimension.ofInt("counter_id"),
            TrackType.Dimension.ofString("category"),
            TrackType.Dimension.ofString("name"));
    private static final int FIRST_ENTRY = 32;
    private static final int DEFINITION_SIZE = 128;
    private static final int CATEGORY_LENGTH = 32;
    private static final int NAME_LENGTH = 32;
    private static final int DESCRIPTION_LENGTH = 52;
    private static final int ID_OFFSET = CATEGORY_LENGTH + NAME_LENGTH + DESCRIPTION_LENGTH;
    private static final int GROUP_SIZE = 96;
    private static final int VALUES_PER_GROUP = 8;
    private static final int TYPE_REAL = 1;

    private final ImportContext context;
    private final StringPool strings;
    private final Map<Integer, Counter> counters = new HashMap<>();

    private static final class Counter {
        final String category;
        final String name;
        final String description;
        final boolean isReal;
        /// Row of the track; -1 until the first value.
        int track = -1;

        Counter(String category, String name, String description, boolean isReal) {
            this.category = category;
            this.name = name;
            this.description = description;
            this.isReal = isReal;
        }
    }

    CaptureCounters(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    void define(CaptureFrame frame) {
        int count = frame.u16(CaptureFrame.HEADER_SIZE);
        for (int i = 0, at = FIRST_ENTRY;
                i < count && at + DEFINITION_SIZE <= frame.length();
                i++, at += DEFINITION_SIZE) {
            counters.put(
                    frame.u24(at + ID_OFFSET),
                    new Counter(
                            frame.text(at, CATEGORY_LENGTH),
                            frame.text(at + CATEGORY_LENGTH, NAME_LENGTH),
                            frame.text(at + CATEGORY_LENGTH + NAME_LENGTH, DESCRIPTION_LENGTH),
                            frame.u8(at + ID_OFFSET + 3) == TYPE_REAL));
        }
    }

    void addValues(long ts, CaptureFrame frame) {
        int count = frame.u16(CaptureFrame.HEADER_SIZE);
        for (int g = 0, at = FIRST_ENTRY; g < count && at + GROUP_SIZE <= frame.length(); g++, at += GROUP_SIZE) {
            for (int i = 0; i < VALUES_PER_GROUP; i++) {
                int id = frame.i32(at + i * Integer.BYTES);
                // Unused values of a group have the id 0.
                if (id != 0) {
                    addValue(ts, id, frame, at + VALUES_PER_GROUP * Integer.BYTES + i * Long.BYTES);
                }
            }
        }
    }

    private void addValue(long ts, int id, CaptureFrame frame, int offset) {
        Counter counter = counters.get(id);
        double value = counter != null && counter.isReal ? frame.real(offset) : frame.i64(offset);
        if (counter == null || !Double.isFinite(value)) {
            context.stats().increment(StatNames.SYSPROF_INVALID_COUNTER_VALUE);
            return;
        }
        if (counter.track < 0) {
            counter.track = track(id, counter);
        }
        context.counters().push(ts, value, counter.track);
    }

    private int track(int id, Counter counter) {
        int category = strings.intern(counter.category);
        int name = strings.intern(counter.name);
        String shown = counter.category.isEmpty() ? counter.name : counter.category + ": " + counter.name;
        return context.tracks()
                .intern(
                        TRACK,
                        strings.intern(shown),
                        args -> {
                            if (!counter.description.isEmpty()) {
                                args.addString(strings.intern("description"), strings.intern(counter.description));
                            }
                        },
                        id,
                        category,
                        name);
    }
}
