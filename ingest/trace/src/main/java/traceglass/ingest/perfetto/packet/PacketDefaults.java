package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import traceglass.protos.trace.TracePacketDefaultsDecoder;
import traceglass.protos.trackevent.TrackEventDefaultsDecoder;

/// The decoded `TracePacketDefaults` of a sequence, as needed by every event (trace/trace_packet_defaults.proto).
///
/// @param clockId `timestamp_clock_id`, 0 if there is none
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

    /// Decodes a `TracePacketDefaults`.
    public static PacketDefaults parse(byte[] bytes) {
        TracePacketDefaultsDecoder packet = new TracePacketDefaultsDecoder();
        packet.decode(bytes, 0, bytes.length);
        TrackEventDefaultsDecoder event = new TrackEventDefaultsDecoder();
        event.decode(bytes, packet.trackEventDefaultsOffset(), packet.trackEventDefaultsLength());
        long[] counters = new long[event.extraCounterTrackUuidsCount()];
        Arrays.setAll(counters, event::extraCounterTrackUuids);
        long[] doubles = new long[event.extraDoubleCounterTrackUuidsCount()];
        Arrays.setAll(doubles, event::extraDoubleCounterTrackUuids);
        return new PacketDefaults(
                packet.timestampClockId(),
                packet.hasTrackEventDefaults(),
                event.hasTrackUuid(),
                event.trackUuid(),
                counters,
                doubles);
    }
}
