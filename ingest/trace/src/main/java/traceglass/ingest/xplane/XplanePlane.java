package traceglass.ingest.xplane;

import traceglass.ingest.collection.LongMap;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.table.StringPool;

/// Metadata of a plane: its name and the names of its events and stats by id.
final class XplanePlane {

    /// Prefix of the names of planes whose events run on a device.
    private static final String DEVICE = "/device:";

    /// Events of one kind.
    ///
    /// @param detail the full name if a different name is displayed, or null
    /// @param from offset of the metadata message in [#bytes]
    /// @param size length of the message in bytes
    record Event(int nameId, String detail, int from, int size) {}

    private final byte[] bytes;
    private final StringPool strings;
    private final LongMap<Event> events = new LongMap<>();
    private final LongMap<String> stats = new LongMap<>();
    private String name = "";

    private XplanePlane(byte[] bytes, StringPool strings) {
        this.bytes = bytes;
        this.strings = strings;
    }

    static XplanePlane read(byte[] bytes, StringPool strings) {
        XplanePlane plane = new XplanePlane(bytes, strings);
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(bytes, 0, bytes.length); cursor.next(); ) {
            if (cursor.wire() != ProtoCursor.BYTES) {
                continue;
            }
            switch (cursor.field()) {
                case Xplane.PLANE_NAME -> plane.name = cursor.asString();
                case Xplane.PLANE_EVENT_METADATA -> plane.readEntry(cursor, true);
                case Xplane.PLANE_STAT_METADATA -> plane.readEntry(cursor, false);
                default -> {}
            }
        }
        return plane;
    }

    private void readEntry(ProtoCursor in, boolean isEvent) {
        long key = 0;
        int from = 0;
        int size = 0;
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(in); cursor.next(); ) {
            if (cursor.field() == Xplane.KEY) {
                key = cursor.asLong();
            } else if (cursor.field() == Xplane.VALUE && cursor.wire() == ProtoCursor.BYTES) {
                from = cursor.offset();
                size = cursor.length();
            }
        }
        String label = "";
        String display = "";
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == Xplane.METADATA_NAME) {
                label = cursor.asString();
            } else if (isEvent && cursor.field() == Xplane.METADATA_DISPLAY_NAME) {
                display = cursor.asString();
            }
        }
        if (isEvent) {
            String eventName = display.isEmpty() ? label : display;
            events.put(
                    key,
                    new Event(
                            strings.intern(eventName.isEmpty() ? "Event " + key : eventName),
                            display.isEmpty() || display.equals(label) ? null : label,
                            from,
                            size));
        } else {
            stats.put(key, label);
        }
    }

    /// Returns the integer value of a stat of the plane; 0 if it has none with this name.
    long number(String stat) {
        ProtoCursor cursor = new ProtoCursor();
        ProtoCursor value = new ProtoCursor();
        for (cursor.enter(bytes, 0, bytes.length); cursor.next(); ) {
            if (cursor.field() != Xplane.PLANE_STATS || cursor.wire() != ProtoCursor.BYTES) {
                continue;
            }
            boolean isWanted = false;
            for (value.enter(cursor); value.next(); ) {
                if (value.field() == Xplane.STAT_METADATA_ID) {
                    isWanted = stat.equals(stats.get(value.asLong()));
                } else if (isWanted && (value.field() == Xplane.STAT_UINT64 || value.field() == Xplane.STAT_INT64)) {
                    return value.asLong();
                }
            }
        }
        return 0;
    }

    byte[] bytes() {
        return bytes;
    }

    String name() {
        return name;
    }

    boolean isDevice() {
        return name.startsWith(DEVICE);
    }

    /// Returns the kind of events with this id.
    Event event(long id) {
        return events.computeIfAbsent(id, k -> new Event(strings.intern("Event " + k), null, 0, 0));
    }

    /// Returns the name of a stat, or the string to which a stat refers.
    String stat(long id) {
        return stats.computeIfAbsent(id, k -> "stat " + k);
    }
}
