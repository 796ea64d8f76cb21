package traceglass.ingest.xplane;

import traceglass.ingest.collection.LongMap;
import traceglass.protos.foreign.xplane.EventMetadataEntryDecoder;
import traceglass.protos.foreign.xplane.StatMetadataEntryDecoder;
import traceglass.protos.foreign.xplane.XEventMetadataDecoder;
import traceglass.protos.foreign.xplane.XPlaneDecoder;
import traceglass.protos.foreign.xplane.XStatDecoder;
import traceglass.protos.foreign.xplane.XStatMetadataDecoder;
import traceglass.store.table.StringPool;

/// Metadata of a plane: its name and the names of its events and stats by id.
final class XplanePlane {

    /// Prefix of the names of planes whose events run on a device.
    private static final String DEVICE = "/device:";

    /// Events of one kind.
    ///
    /// @param detail the full name if a different name is displayed, or null
    /// @param from offset of the metadata in the buffer of the plane
    /// @param size length of the metadata in bytes
    record Event(int nameId, String detail, int from, int size) {}

    private final XPlaneDecoder fields = new XPlaneDecoder();
    private final StringPool strings;
    private final LongMap<Event> events = new LongMap<>();
    private final LongMap<String> stats = new LongMap<>();

    private XplanePlane(byte[] bytes, StringPool strings) {
        fields.decode(bytes, 0, bytes.length);
        this.strings = strings;
    }

    static XplanePlane read(byte[] bytes, StringPool strings) {
        XplanePlane plane = new XplanePlane(bytes, strings);
        plane.readEventMetadata();
        plane.readStatMetadata();
        return plane;
    }

    private void readEventMetadata() {
        EventMetadataEntryDecoder entry = new EventMetadataEntryDecoder();
        XEventMetadataDecoder metadata = new XEventMetadataDecoder();
        for (int i = 0; i < fields.eventMetadataCount(); i++) {
            fields.eventMetadata(i, entry).value(metadata);
            String label = metadata.name();
            String display = metadata.displayName();
            String eventName = display.isEmpty() ? label : display;
            events.put(
                    entry.key(),
                    new Event(
                            strings.intern(eventName.isEmpty() ? "Event " + entry.key() : eventName),
                            display.isEmpty() || display.equals(label) ? null : label,
                            entry.valueOffset(),
                            entry.valueLength()));
        }
    }

    private void readStatMetadata() {
        StatMetadataEntryDecoder entry = new StatMetadataEntryDecoder();
        XStatMetadataDecoder metadata = new XStatMetadataDecoder();
        for (int i = 0; i < fields.statMetadataCount(); i++) {
            fields.statMetadata(i, entry).value(metadata);
            stats.put(entry.key(), metadata.name());
        }
    }

    /// Returns the integer value of a stat of the plane; 0 if it has none with this name.
    long number(String name) {
        XStatDecoder stat = new XStatDecoder();
        for (int i = 0; i < fields.statsCount(); i++) {
            fields.stats(i, stat);
            boolean hasNumber = stat.hasUint64Value() || stat.hasInt64Value();
            if (hasNumber && stat.hasMetadataId() && name.equals(stats.get(stat.metadataId()))) {
                return stat.hasUint64Value() ? stat.uint64Value() : stat.int64Value();
            }
        }
        return 0;
    }

    /// Returns the fields of the plane, whose lines have not been read.
    XPlaneDecoder fields() {
        return fields;
    }

    String name() {
        return fields.name();
    }

    boolean isDevice() {
        return name().startsWith(DEVICE);
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
