package traceglass.convert.cut;

import java.util.List;
import traceglass.convert.cut.state.LatestEvents;
import traceglass.convert.cut.state.OpenEvents;
import traceglass.ingest.perfetto.packet.PacketDefaults;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Finds the track events that are still in effect at a time: open slices, and last values of counters and states
/// (track_event/track_event.proto; phases as in the Chrome JSON format).
final class TrackEventState {

    private static final long NS_PER_US = 1000;

    private final long start;
    private final OpenEvents open = new OpenEvents();
    private final LatestEvents latest = new LatestEvents();

    /// Fields of the event read last.
    private Object name = "";

    private long tid;
    private long durationUs;
    private List<Object> asyncId = List.of();

    /// @param start start of the range in ns
    TrackEventState(long start) {
        this.start = start;
    }

    /// Reads an event before the range.
    ///
    /// @param id id of its packet
    /// @return whether it is a complete slice that extends into the range
    boolean read(CutPacketReader reader, long id) {
        TrackEventDecoder header = reader.packet.event().fields();
        int phase = reader.packet.event().legacy().phase();
        long ts = reader.ts();
        int type = header.type();
        if (type == TrackEvent.Type.TYPE_COUNTER_VALUE || type == TrackEvent.Type.TYPE_STATE_VALUE) {
            latest.add(track(reader, header), ts, id);
            return false;
        }
        if (type == TrackEvent.Type.TYPE_SLICE_BEGIN_VALUE) {
            open.begin(track(reader, header), ts, id);
            return false;
        }
        if (type == TrackEvent.Type.TYPE_SLICE_END_VALUE) {
            open.end(track(reader, header), ts);
            return false;
        }
        if (phase == 0) {
            return false;
        }
        readLegacy(reader);
        switch (phase) {
            case 'B' -> open.begin(track(reader, header), ts, id);
            case 'E' -> open.end(track(reader, header), ts);
            case 'b', 'S', '(' -> open.begin(asyncId, ts, id);
            case 'e', 'F', ')' -> open.end(asyncId, ts);
            case 'C' -> latest.add(List.of("C", track(reader, header), name), ts, id);
            case 'X' -> {
                return ts + durationUs * NS_PER_US > start;
            }
            default -> {}
        }
        return false;
    }

    /// Returns whether an event is metadata, which has no time.
    static boolean isMetadata(CutPacketReader reader) {
        return reader.packet.event().legacy().phase() == 'M';
    }

    private void readLegacy(CutPacketReader reader) {
        TrackEventDecoder event = reader.packet.event().fields();
        LegacyEventDecoder legacy = reader.packet.event().legacy();
        name = legacy.hasNameIid()
                ? (Object) legacy.nameIid()
                : event.hasName() ? event.name() : event.hasNameIid() ? (Object) event.nameIid() : "";
        tid = legacy.tidOverride();
        durationUs = legacy.durationUs();
        Object id = 0L;
        if (legacy.hasUnscopedId()) {
            id = List.of("unscoped", legacy.unscopedId());
        } else if (legacy.hasLocalId()) {
            id = List.of("local", legacy.localId());
        } else if (legacy.hasGlobalId()) {
            id = List.of("global", legacy.globalId());
        }
        asyncId = List.of("async", id, legacy.hasIdScope() ? legacy.idScope() : "");
    }

    private Object track(CutPacketReader reader, TrackEventDecoder header) {
        if (header.hasTrackUuid()) {
            return header.trackUuid();
        }
        PacketDefaults defaults = reader.times.defaults(reader.packet);
        return defaults.hasTrackUuid() && tid == 0
                ? (Object) defaults.trackUuid()
                : List.of("thread", reader.sequenceKey(), tid);
    }

    /// Passes the ids of the events that are in effect to a visitor, for open slices with the number of open slices
    /// nested in them.
    void finish(OpenEvents.Visitor events) {
        open.forEach(events);
        latest.forEachId(id -> events.onOpenEvent(id, 0));
    }
}
