package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;

/// The decoded `TracePacketDefaults` of a sequence, as needed by every event (trace/trace_packet_defaults.proto).
///
/// @param clockId `timestamp_clock_id`, 0 if none
/// @param hasTrackEventDefaults whether there are `track_event_defaults`
/// @param hasTrackUuid whether they contain a track
/// @param trackUuid track of events without a track
/// @param extraCounterUuids tracks of `extra_counter_values` for events without such tracks
/// @param extraDoubleCounterUuids tracks of `extra_double_counter_values` for events without such tracks
public record PacketDefaults(
        int clockId,
        boolean hasTrackEventDefaults,
        boolean hasTrackUuid,
        long trackUuid,
        long[] extraCounterUuids,
        long[] extraDoubleCounterUuids) {

    private static final long[] NO_UUIDS = {};

    static final PacketDefaults NONE = new PacketDefaults(0, false, false, 0, NO_UUIDS, NO_UUIDS);

    private static final int TIMESTAMP_CLOCK_ID = 58;
    private static final int TRACK_EVENT_DEFAULTS = 11;
    private static final int TRACK_UUID = 11;
    private static final int EXTRA_COUNTER_TRACK_UUIDS = 31;
    private static final int EXTRA_DOUBLE_COUNTER_TRACK_UUIDS = 45;

    /// Decodes a `TracePacketDefaults`.
    public static PacketDefaults parse(byte[] bytes) {
        int clock = 0;
        boolean trackEvents = false;
        boolean named = false;
        long uuid = 0;
        long[] counters = NO_UUIDS;
        long[] doubles = NO_UUIDS;
        ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
        while (c.next()) {
            if (c.field() == TIMESTAMP_CLOCK_ID) {
                clock = c.asInt();
            } else if (c.field() == TRACK_EVENT_DEFAULTS) {
                trackEvents = true;
                named = false;
                uuid = 0;
                counters = NO_UUIDS;
                doubles = NO_UUIDS;
                for (ProtoCursor d = new ProtoCursor().enter(c); d.next(); ) {
                    switch (d.field()) {
                        case TRACK_UUID -> {
                            named = true;
                            uuid = d.asLong();
                        }
                        case EXTRA_COUNTER_TRACK_UUIDS -> counters = appended(counters, d);
                        case EXTRA_DOUBLE_COUNTER_TRACK_UUIDS -> doubles = appended(doubles, d);
                        default -> {}
                    }
                }
            }
        }
        return new PacketDefaults(clock, trackEvents, named, uuid, counters, doubles);
    }

    private static long[] appended(long[] uuids, ProtoCursor field) {
        long[] all = uuids;
        for (PackedCursor p = new PackedCursor().enter(field); p.nextVarint(); ) {
            all = Arrays.copyOf(all, all.length + 1);
            all[all.length - 1] = p.asLong();
        }
        return all;
    }
}
