package traceglass.ingest.android;

import com.google.protobuf.InvalidProtocolBufferException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.android.PixelModemEvents;
import traceglass.protos.android.PixelModemTokenDatabaseDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `pixel_modem_events`, log messages of the modem that consist of a token and encoded values, and
/// `pixel_modem_token_database`, the message templates by token. A template may consist of key-value pairs; then
/// `domain` selects the track and `format` is the name.
public final class PixelModemParser implements PacketParser {

    private static final TrackType EVENTS = TrackType.slices("pixel_modem_event", Dimension.ofString("modem_domain"));
    private static final String NAME = "Pixel Modem Events";
    // Separators of the modem between pairs, and between key and value.
    private static final String PAIR = "\u25A0";
    private static final String VALUE = "\u2666";
    private static final int DATABASE = TracePacket.PIXEL_MODEM_TOKEN_DATABASE_FIELD_NUMBER;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue events;
    private TokenDatabase database = TokenDatabase.EMPTY;

    /// @param packetTs trace time of the event's packet, in ns
    private record Event(long packetTs, byte[] bytes) {}

    public PixelModemParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        events = packets.queue((ts, data, ref) -> handleEvent(ts, (Event) ref));
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PIXEL_MODEM_EVENTS_FIELD_NUMBER, DATABASE};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        if (packet.field() == DATABASE) {
            PixelModemTokenDatabaseDecoder tokens = packet.decode(new PixelModemTokenDatabaseDecoder());
            if (tokens.hasDatabase()) {
                TokenDatabase read = TokenDatabase.read(tokens.database());
                if (read == null) {
                    context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
                } else {
                    database = read;
                }
            }
            return true;
        }
        PixelModemEvents all;
        try {
            all = packet.decode(PixelModemEvents.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
            return true;
        }
        long time = 0;
        for (int i = 0; i < Math.min(all.getEventsCount(), all.getEventTimeNanosCount()); i++) {
            // Each time is relative to the previous one.
            time += all.getEventTimeNanos(i);
            if (time < 0) {
                context.stats().increment(StatNames.PIXEL_MODEM_NEGATIVE_TIMESTAMP);
            } else {
                events.push(time, 0, new Event(ts, all.getEvents(i).toByteArray()));
            }
        }
        return true;
    }

    private void handleEvent(long ts, Event event) {
        TokenDatabase.Message message = database.decode(event.bytes);
        if (message == null) {
            return;
        }
        String domain = value(message.text(), "domain");
        String format = value(message.text(), "format");
        int track = context.tracks()
                .intern(
                        EVENTS,
                        strings.intern(domain == null || domain.isEmpty() ? NAME : NAME + ": " + domain),
                        strings.intern(domain == null ? "" : domain));
        context.slices()
                .scoped(
                        ts,
                        0,
                        track,
                        StringPool.NULL,
                        strings.intern(format == null ? message.text() : format),
                        b -> addArguments(b, event, message));
    }

    private void addArguments(ArgSetBuilder b, Event event, TokenDatabase.Message message) {
        long token = message.token() & 0xFFFF_FFFFL;
        b.addString(strings.intern("raw_template"), strings.intern(message.template()));
        b.addInt(strings.intern("token_id"), token);
        b.addString(strings.intern("token_id_hex"), strings.intern(String.format("0x%02x", token)));
        b.addUint(strings.intern("packet_ts"), event.packetTs);
        for (int i = 0; i < message.values().size(); i++) {
            int key = strings.intern("pw_token_" + token + ".arg_" + i);
            TokenDatabase.Value v = message.values().get(i);
            switch (v.kind()) {
                case SIGNED -> b.addInt(key, v.bits());
                case UNSIGNED -> b.addUint(key, v.bits());
                case REAL -> b.addReal(key, Double.longBitsToDouble(v.bits()));
            }
        }
    }

    /// Returns the value of a key; null if the template does not contain the key.
    private static String value(String text, String key) {
        for (String pair : text.split(PAIR)) {
            String[] parts = pair.split(VALUE);
            if (parts.length >= 2 && parts[0].equals(key)) {
                return parts[1];
            }
        }
        return null;
    }
}
