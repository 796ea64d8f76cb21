package traceglass.ingest.perfetto;

import com.google.protobuf.InvalidProtocolBufferException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.trace.ConcurrentSessionEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses the states of other sessions of the tracing service into one state track per session.
final class ConcurrentSessionParser implements PacketParser {

    private static final TrackType SESSION =
            TrackType.states("concurrent_tracing_sessions", TrackType.Dimension.ofInt("session_id"));
    private static final String[] STATES = {
        null, "DISABLED", "CONFIGURED", "STARTED", "DISABLING_WAITING_STOP_ACKS", "CLONED_READ_ONLY"
    };
    private static final int DISABLED = 1;
    private static final int CLONED = 5;

    private final ImportContext context;
    private final StringPool strings;

    ConcurrentSessionParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.CONCURRENT_SESSION_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        ConcurrentSessionEvent event;
        try {
            event = packet.decode(ConcurrentSessionEvent.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        int state = event.getState().getNumber();
        if (state <= 0 || state >= STATES.length) {
            context.logs()
                    .recordAtTime(
                            StatNames.CONCURRENT_SESSION_EVENT_UNKNOWN_STATE,
                            ts,
                            b -> b.addInt(strings.intern("state"), state));
            return;
        }
        String name = event.getSessionName().isEmpty()
                ? "Session " + Long.toUnsignedString(event.getSessionId())
                : event.getSessionName();
        // A clone of a session has its parent's name.
        name = state == CLONED ? name + " (clone)" : name;
        int track = context.tracks().intern(SESSION, strings.intern(name), event.getSessionId());
        context.states()
                .update(
                        ts,
                        track,
                        strings.intern(STATES[state]),
                        StringPool.NULL,
                        b -> b.addInt(strings.intern("consumer_uid"), event.getConsumerUid())
                                .addInt(strings.intern("num_data_sources"), event.getNumDataSources() & 0xFFFF_FFFFL));
        // No state follows, so end this one immediately; it is shown as an instant.
        if (state == DISABLED) {
            context.states().update(ts, track, StringPool.NULL, StringPool.NULL, null);
        }
    }
}
