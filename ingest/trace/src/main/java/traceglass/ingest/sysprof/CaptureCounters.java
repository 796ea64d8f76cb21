package traceglass.ingest.sysprof;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Counters: definitions with numbers, and values in groups of eight.
final class CaptureCounters {

    private static final TrackType TRACK = TrackType.counter(
            "sysprof_counter",
            null,
            TrackType.Dimension.ofInt("counter_id"),
            TrackType.Dimension.ofString("category"),
            TrackType.Dimension.ofString("name"));
    private static final int START = 32;
    private static final int DEFINITION = 128;
    private static final int CATEGORY_LENGTH = 32;
    private static final int NAME_LENGTH = 32;
    private static final int DESCRIPTION_LENGTH = 52;
    private static final int ID = CATEGORY_LENGTH + NAME_LENGTH + DESCRIPTION_LENGTH;
    private static final int GROUP = 96;
    private static final int PER_GROUP = 8;
    private static final int REAL = 1;

    private final ImportContext context;
    private final StringPool strings;
    private final Map<Integer, Counter> counters = new HashMap<>();

    private record Counter(String category, String name, String description, boolean isReal) {}

    CaptureCounters(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    void define(CaptureFrame frame) {
        int count = frame.u16(CaptureFrame.HEADER);
        for (int i = 0, at = START; i < count && at + DEFINITION <= frame.length(); i++, at += DEFINITION) {
            counters.put(
                    frame.u24(at + ID),
                    new Counter(
                            frame.text(at, CATEGORY_LENGTH),
                            frame.text(at + CATEGORY_LENGTH, NAME_LENGTH),
                            frame.text(at + CATEGORY_LENGTH + NAME_LENGTH, DESCRIPTION_LENGTH),
                            frame.u8(at + ID + 3) == REAL));
        }
    }

    void addValues(long ts, CaptureFrame frame) {
        int count = frame.u16(CaptureFrame.HEADER);
        for (int g = 0, at = START; g < count && at + GROUP <= frame.length(); g++, at += GROUP) {
            for (int i = 0; i < PER_GROUP; i++) {
                int id = frame.i32(at + i * Integer.BYTES);
                Counter counter = id == 0 ? null : counters.get(id);
                if (counter != null) {
                    int offset = at + PER_GROUP * Integer.BYTES + i * Long.BYTES;
                    double value = counter.isReal ? frame.real(offset) : frame.i64(offset);
                    if (Double.isFinite(value)) {
                        context.counters().push(ts, value, track(id, counter));
                    }
                }
            }
        }
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
