package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.extension.BluetoothTraceEventDecoder;
import traceglass.protos.extension.BluetoothTracePacket;
import traceglass.protos.extension.BluetoothTracePacketType;
import traceglass.store.table.StringPool;

/// Parses `BluetoothTraceEvent`: packets between a phone's Bluetooth stack and its controller.
public final class BluetoothParser implements PacketParser {

    private static final TrackType TRACK = TrackType.slices("bluetooth_trace_event");

    private final ImportContext context;
    private final StringPool strings;

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
        BluetoothTraceEventDecoder event = packet.decode(new BluetoothTraceEventDecoder());
        int name = strings.intern("BluetoothTraceEvent");
        int track = context.tracks().intern(TRACK, name);
        long duration = Integer.toUnsignedLong(event.duration());
        context.slices().scoped(ts, duration, track, StringPool.NULL, name, b -> {
            if (event.hasPacketType()) {
                BluetoothTracePacketType type = BluetoothTracePacketType.forNumber(event.packetType());
                b.addString(
                        strings.intern("TracePacketType"),
                        strings.intern(type == null ? "PBZERO_UNKNOWN_ENUM_VALUE" : type.name()));
            }
            add(b, "Count", event.hasCount(), event.count());
            add(b, "Length", event.hasLength(), event.lengthField());
            add(b, "Op Code", event.hasOpCode(), event.opCode());
            add(b, "Event Code", event.hasEventCode(), event.eventCode());
            add(b, "Subevent Code", event.hasSubeventCode(), event.subeventCode());
            add(b, "Handle", event.hasConnectionHandle(), event.connectionHandle());
        });
    }

    private void add(ArgSetBuilder args, String key, boolean isPresent, int value) {
        if (isPresent) {
            args.addUint(strings.intern(key), Integer.toUnsignedLong(value));
        }
    }
}
