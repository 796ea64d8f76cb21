package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.extension.BluetoothTraceEvent;
import traceglass.protos.extension.BluetoothTracePacket;
import traceglass.protos.extension.BluetoothTracePacketType;
import traceglass.store.table.StringPool;

/// Parses `BluetoothTraceEvent`: packets between a phone's Bluetooth stack and its controller.
public final class BluetoothParser implements PacketParser {

    private static final TrackType TRACK = TrackType.slices("bluetooth_trace_event");

    private final ImportContext context;
    private final StringPool strings;
    private final ProtoCursor cursor = new ProtoCursor();

    public BluetoothParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {BluetoothTracePacket.BLUETOOTH_TRACE_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        int name = strings.intern("BluetoothTraceEvent");
        int track = context.tracks().intern(TRACK, name);
        long duration = packet.enter(cursor).seek(BluetoothTraceEvent.DURATION_FIELD_NUMBER) ? cursor.asUint32() : 0;
        context.slices().scoped(ts, duration, track, StringPool.NULL, name, b -> {
            for (packet.enter(cursor); cursor.next(); ) {
                switch (cursor.field()) {
                    case BluetoothTraceEvent.PACKET_TYPE_FIELD_NUMBER -> {
                        BluetoothTracePacketType type = BluetoothTracePacketType.forNumber(cursor.asInt());
                        b.addString(
                                strings.intern("TracePacketType"),
                                strings.intern(type == null ? "PBZERO_UNKNOWN_ENUM_VALUE" : type.name()));
                    }
                    case BluetoothTraceEvent.COUNT_FIELD_NUMBER -> add(b, "Count");
                    case BluetoothTraceEvent.LENGTH_FIELD_NUMBER -> add(b, "Length");
                    case BluetoothTraceEvent.OP_CODE_FIELD_NUMBER -> add(b, "Op Code");
                    case BluetoothTraceEvent.EVENT_CODE_FIELD_NUMBER -> add(b, "Event Code");
                    case BluetoothTraceEvent.SUBEVENT_CODE_FIELD_NUMBER -> add(b, "Subevent Code");
                    case BluetoothTraceEvent.CONNECTION_HANDLE_FIELD_NUMBER -> add(b, "Handle");
                    default -> {}
                }
            }
        });
    }

    private void add(ArgSetBuilder args, String key) {
        args.addUint(strings.intern(key), cursor.asUint32());
    }
}
